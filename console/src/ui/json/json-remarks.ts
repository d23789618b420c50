import { RangeSet, StateField, type EditorState, type Extension } from '@codemirror/state';
import { Decoration, EditorView, WidgetType } from '@codemirror/view';
import { rangeOfPath } from './json-positions.ts';
import { pointerTokens } from '../../platform/json-values/json-values.ts';

/** A text next to a value that is not part of the document. */
export interface JsonRemark {
  readonly pointer: string;
  readonly text: string;
}

class RemarkWidget extends WidgetType {
  readonly text: string;

  constructor(text: string) {
    super();
    this.text = text;
  }

  override eq(other: RemarkWidget): boolean {
    return other.text === this.text;
  }

  toDOM(): HTMLElement {
    const remark = document.createElement('span');
    remark.className = 'json-remark';
    remark.textContent = this.text;
    return remark;
  }
}

/** Remarks at the ends of the lines of their values, in a read-only text. */
export function jsonRemarks(remarks: readonly JsonRemark[]): Extension {
  return [
    StateField.define({
      create: (state) => remarksIn(state, remarks),
      update: (marks) => marks,
      provide: (field) => EditorView.decorations.from(field),
    }),
    look,
  ];
}

function remarksIn(state: EditorState, remarks: readonly JsonRemark[]) {
  return RangeSet.of(
    remarks.map(({ pointer, text }) => {
      const { to } = state.doc.lineAt(rangeOfPath(state, pointerTokens(pointer)).from);
      return Decoration.widget({ widget: new RemarkWidget(text), side: 1 }).range(to);
    }),
    true,
  );
}

const look = EditorView.theme({
  '.json-remark': {
    marginLeft: '12px',
    padding: '0 6px',
    border: '1px dashed var(--control-border)',
    borderRadius: '4px',
    backgroundColor: 'var(--surface-quiet)',
    color: 'var(--mantine-color-dimmed)',
    fontFamily: 'var(--mantine-font-family)',
    fontSize: '12px',
    whiteSpace: 'nowrap',
    userSelect: 'none',
  },
});
