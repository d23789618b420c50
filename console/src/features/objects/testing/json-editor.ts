import { EditorView } from '@codemirror/view';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';

/** Switches from the form to the JSON editor. */
export async function openJson(): Promise<void> {
  const views = await screen.findByRole('group', { name: 'Edit data as' });
  fireEvent.click(within(views).getByRole('button', { name: 'JSON' }));
}

/** The JSON editor, once its code is loaded. It is in a shadow root, which Testing Library does not search. */
async function findJsonEditor(): Promise<EditorView> {
  return waitFor(() => {
    for (const host of document.querySelectorAll('[data-hands-focus-on]')) {
      const content = host.shadowRoot?.querySelector<HTMLElement>('[role="textbox"]');
      const editor = content ? EditorView.findFromDOM(content) : null;
      if (editor?.contentDOM.getAttribute('aria-label') === 'Data') return editor;
    }
    throw new Error('There is no JSON editor.');
  });
}

/** Replaces the text of the JSON editor. @returns what it was before */
export async function editJson(change: (data: object) => object): Promise<object> {
  const editor = await findJsonEditor();
  const { doc } = editor.state;
  const before = JSON.parse(doc.toString()) as object;
  act(() =>
    editor.dispatch({
      changes: { from: 0, to: doc.length, insert: JSON.stringify(change(before)) },
    }),
  );
  return before;
}
