import {
  type EditorSelection,
  type EditorState,
  type Extension,
  Facet,
  StateEffect,
  StateField,
  type Text,
} from '@codemirror/state'
import { EditorView, keymap, showTooltip, type Tooltip } from '@codemirror/view'

/** One signature. `marked`: position of the current argument in the label. */
export interface CodeSignature {
  label: string
  detail?: string
  marked?: { from: number; to: number }
}
/** The call around an offset: start of its name, and its signatures, the most likely first. */
export interface CodeCall {
  from: number
  signatures: readonly CodeSignature[]
}
export type CodeSignatures = (text: string, offset: number) => CodeCall | null

/** `closed`: start of the call whose signature was closed. It stays closed until the cursor leaves the call. */
interface SignatureState {
  call: CodeCall | null
  closed: number | null
}

const source = Facet.define<CodeSignatures, CodeSignatures | null>({ combine: values => values[0] ?? null })
const act = StateEffect.define<'open' | 'close' | 'leave'>()

function callAt(signatures: CodeSignatures | null, doc: Text, { main }: EditorSelection): CodeCall | null {
  return main.empty ? (signatures?.(doc.toString(), main.head) ?? null) : null
}

const signatureState = StateField.define<SignatureState>({
  create: () => ({ call: null, closed: null }),
  update: (value, transaction) => {
    const find = () => callAt(transaction.startState.facet(source), transaction.newDoc, transaction.newSelection)
    const closed = value.closed === null ? null : transaction.changes.mapPos(value.closed)
    for (const effect of transaction.effects) {
      if (!effect.is(act)) continue
      if (effect.value === 'open') return { call: find(), closed: null }
      return { call: null, closed: effect.value === 'close' ? (value.call?.from ?? null) : closed }
    }
    if (!transaction.docChanged && !transaction.selection) return value
    const typed = transaction.isUserEvent('input') || transaction.isUserEvent('delete')
    if (!typed && value.call === null && closed === null) return value
    const call = find()
    if (call !== null && call.from === closed) return { call: null, closed }
    return { call: typed || value.call !== null ? call : null, closed: null }
  },
  provide: field => showTooltip.computeN([field], state => tooltipsOf(state)),
})

function lineOf({ label, marked }: CodeSignature): HTMLElement {
  const line = document.createElement('code')
  if (!marked) {
    line.textContent = label
    return line
  }
  const argument = document.createElement('strong')
  argument.textContent = label.slice(marked.from, marked.to)
  line.append(label.slice(0, marked.from), argument, label.slice(marked.to))
  return line
}

function renderSignatures(dom: HTMLElement, call: CodeCall | null): void {
  dom.replaceChildren(
    ...(call?.signatures ?? []).flatMap(signature => {
      if (!signature.detail) return [lineOf(signature)]
      const detail = document.createElement('p')
      detail.dir = 'auto'
      detail.textContent = signature.detail
      return [lineOf(signature), detail]
    }),
  )
}

/** Always the same function, so that the box stays mounted while typing and only its content changes. */
function create(view: EditorView) {
  const dom = document.createElement('div')
  dom.className = 'cm-signature'
  renderSignatures(dom, view.state.field(signatureState).call)
  return {
    dom,
    update: (update: { state: EditorState }) => renderSignatures(dom, update.state.field(signatureState).call),
  }
}

function tooltipsOf(state: EditorState): readonly Tooltip[] {
  const { call } = state.field(signatureState)
  if (!call) return []
  // For a call over several lines, the current line: its first one may be out of view.
  const line = state.doc.lineAt(state.selection.main.head)
  return [{ pos: Math.max(call.from, line.from), above: true, create }]
}

const markedText = (call: CodeCall | null): string => {
  const first = call?.signatures[0]
  return first?.marked ? first.label.slice(first.marked.from, first.marked.to) : ''
}

/**
 * Shows the signature of the call at the cursor, with the current argument marked: while typing, and with Ctrl/⌘ Shift
 * Space. Escape closes it for this call, after open suggestions.
 * @param onShown called with the text to announce: the signature of another call, or the next argument
 */
export function callSignatures(
  signatures: CodeSignatures,
  onShown: (said: { title: string; detail?: string }) => void,
): Extension {
  return [
    source.of(signatures),
    signatureState,
    EditorView.focusChangeEffect.of((_, focusing) => (focusing ? null : act.of('leave'))),
    EditorView.updateListener.of(update => {
      const before = update.startState.field(signatureState, false)?.call ?? null
      const { call } = update.state.field(signatureState)
      const first = call?.signatures[0]
      if (!call || !first || call === before) return
      const same = before !== null && update.changes.mapPos(before.from) === call.from
      const argument = markedText(call)
      if (!same) onShown({ title: first.label, detail: [argument, first.detail].filter(Boolean).join('. ') })
      else if (argument && argument !== markedText(before)) onShown({ title: argument })
    }),
    keymap.of([
      {
        key: 'Mod-Shift-Space',
        run: view => {
          if (!callAt(view.state.facet(source), view.state.doc, view.state.selection)) return false
          view.dispatch({ effects: act.of('open') })
          return true
        },
      },
      {
        key: 'Escape',
        run: view => {
          if (!view.state.field(signatureState).call) return false
          view.dispatch({ effects: act.of('close') })
          return true
        },
      },
    ]),
  ]
}
