/**
 * The field of a thing that holds what the service said of it in another form than the contract's, unchanged: under the
 * name of each field, or as a whole where the thing is no object. No service sends it; the response normalizer adds it.
 */
export const moreKey = '$more';
