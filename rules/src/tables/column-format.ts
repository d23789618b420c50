/** The decimal sign. The other one of the two, spaces and apostrophes may group thousands. */
export const decimalSigns = ['.', ','] as const;
export type DecimalSign = (typeof decimalSigns)[number];

/** The order of year, month and day, or the number of days that Excel stores. */
export const dateOrders = ['ymd', 'dmy', 'mdy', 'serial'] as const;
export type DateOrder = (typeof dateOrders)[number];

export const listSeparators = [',', ';', '|', '\n'] as const;
export type ListSeparator = (typeof listSeparators)[number];

/** How all cells of a column are read: their type, and how values of that type are written in it. */
export type ColumnFormat =
  | { readonly type: 'text' }
  | { readonly type: 'boolean' }
  | { readonly type: 'json' }
  | { readonly type: 'number'; readonly decimal: DecimalSign }
  | { readonly type: 'integer'; readonly decimal: DecimalSign }
  | { readonly type: 'date'; readonly order: DateOrder }
  /**
   * `zone` is where the clock was of times without an offset: UTC or a name such as Europe/Vienna. Without it, they
   * stay without an offset.
   */
  | { readonly type: 'dateTime'; readonly order: DateOrder; readonly zone?: string }
  | {
      readonly type: 'list';
      readonly separator: ListSeparator;
      readonly items: 'text' | 'number';
    };

/** The same text for equal formats. */
export const formatKey = (format: ColumnFormat): string => {
  const { type, ...how } = format;
  return [type, ...Object.values(how)].join(' ');
};
