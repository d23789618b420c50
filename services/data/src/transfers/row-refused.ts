import { Problem, type FieldProblem } from '@annals/kit/problem';

/** A row of an import is not written. */
export class RowRefused extends Error {
  override readonly name = 'RowRefused';

  /**
   * @param message goes on after "Row 7"
   * @param fields their paths begin below the row
   */
  constructor(
    readonly status: 400 | 403 | 409,
    readonly code: string,
    message: string,
    readonly fields: FieldProblem[] = [],
  ) {
    super(message);
  }

  /** The refusal of the whole batch for this row. */
  ofBatch(row: number): Problem {
    const fields = this.fields.map(({ path, message }) => ({
      path: `body.rows.${row}.${path}`,
      message,
    }));
    return new Problem(
      this.status,
      this.code,
      `Row ${row} ${this.message}`,
      fields.length > 0 ? { fields } : {},
    );
  }

  /** As one of several in a list. */
  inList(row: number): { row: number; code: string; message: string } {
    const message =
      this.fields.length > 0
        ? this.fields.map((field) => `${field.path}: ${field.message}`).join(' ')
        : `The row ${this.message}`;
    return { row, code: this.code, message };
  }
}
