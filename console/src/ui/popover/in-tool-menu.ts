import { createContext } from 'react';

/** Whether a button stands in a menu of tools, where it is a line with its words. */
export const InToolMenu = createContext(false);
