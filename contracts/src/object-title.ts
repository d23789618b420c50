/** The properties that may hold the title of an object: the first that is a text does. */
export const titleProperties = ['title', 'name', 'label', 'displayName', 'email'];
