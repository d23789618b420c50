/** How many levels of objects and lists a body may have. */
export const maxDepth = 64;
