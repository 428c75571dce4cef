import { syntaxTree } from '@codemirror/language'
import { Chunk } from '@codemirror/merge'
import {
  type EditorState,
  type Extension,
  Prec,
  type RangeSet,
  RangeSetBuilder,
  StateEffect,
  StateField,
  Text,
} from '@codemirror/state'
import {
  Decoration,
  type DecorationSet,
  EditorView,
  GutterMarker,
  gutter,
  hoverTooltip,
  keymap,
  showTooltip,
  type Tooltip,
  ViewPlugin,
  type ViewUpdate,
} from '@codemirror/view'

/** Documentation of the word at an offset. */
export interface CodeDoc {
  from: number
  to: number
  title: string
  detail?: string
}
export type CodeDocs = (text: string, offset: number) => CodeDoc | null

const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/
const isolate = Decoration.mark({ attributes: { dir: 'auto', style: 'unicode-bidi: isolate' }, bidiIsolate: null })

function isolateDecorations(view: EditorView): DecorationSet {
  const found = new RangeSetBuilder<Decoration>()
  let last = 0
  for (const { from, to } of view.visibleRanges) {
    if (!rightToLeft.test(view.state.sliceDoc(from, to))) continue
    syntaxTree(view.state).iterate({
      from,
      to,
      enter: node => {
        if (!/comment|string/i.test(node.name) || node.from < last) return
        last = node.to
        found.add(node.from, node.to, isolate)
      },
    })
  }
  return found.finish()
}

/** Bidi-isolates comments and texts in another script: the code around them remains in order. */
export const bidiIsolation: Extension = ViewPlugin.fromClass(
  class {
    marks: DecorationSet
    constructor(view: EditorView) {
      this.marks = isolateDecorations(view)
    }
    update(update: ViewUpdate) {
      if (update.docChanged || update.viewportChanged || syntaxTree(update.startState) !== syntaxTree(update.state))
        this.marks = isolateDecorations(update.view)
    }
  },
  {
    provide: plugin => {
      const marks = (view: EditorView) => view.plugin(plugin)?.marks ?? Decoration.none
      return [EditorView.outerDecorations.of(marks), Prec.lowest(EditorView.bidiIsolatedRanges.of(marks))]
    },
  },
)

const glyphs = { added: '+', changed: '~', removed: '−' } as const
class ChangeMarker extends GutterMarker {
  readonly kind: keyof typeof glyphs
  constructor(kind: keyof typeof glyphs) {
    super()
    this.kind = kind
  }
  override eq(other: ChangeMarker) {
    return other.kind === this.kind
  }
  override toDOM() {
    const glyph = document.createElement('span')
    glyph.className = `cm-change-${this.kind}`
    glyph.textContent = glyphs[this.kind]
    return glyph
  }
}
const changeMarkers = {
  added: new ChangeMarker('added'),
  changed: new ChangeMarker('changed'),
  removed: new ChangeMarker('removed'),
}

/** Marks lines that differ from an earlier text by glyphs beside them. */
export function changeGutter(original: string): Extension {
  const before = Text.of(original.split('\n'))
  const marks = (state: EditorState, chunks: readonly Chunk[]): RangeSet<GutterMarker> => {
    const found = new RangeSetBuilder<GutterMarker>()
    let last = -1
    for (const chunk of chunks) {
      const kind = chunk.fromA === chunk.toA ? 'added' : chunk.fromB === chunk.toB ? 'removed' : 'changed'
      const first = state.doc.lineAt(Math.min(chunk.fromB, state.doc.length)).number
      const end = kind === 'removed' ? first : state.doc.lineAt(Math.min(chunk.endB, state.doc.length)).number
      for (let number = Math.max(first, last + 1); number <= end; number++) {
        const { from } = state.doc.line(number)
        found.add(from, from, changeMarkers[kind])
        last = number
      }
    }
    return found.finish()
  }
  const field = StateField.define<{ chunks: readonly Chunk[]; marks: RangeSet<GutterMarker> }>({
    create: state => {
      const chunks = Chunk.build(before, state.doc, { scanLimit: 500 })
      return { chunks, marks: marks(state, chunks) }
    },
    update: (value, transaction) => {
      if (!transaction.docChanged) return value
      const chunks = Chunk.updateB(value.chunks, before, transaction.newDoc, transaction.changes, { scanLimit: 500 })
      return { chunks, marks: marks(transaction.state, chunks) }
    },
  })
  return [field, gutter({ class: 'cm-change-gutter', markers: view => view.state.field(field).marks })]
}

function docTooltip(doc: CodeDoc): Tooltip {
  return {
    pos: doc.from,
    end: doc.to,
    above: true,
    create: () => {
      const dom = document.createElement('div')
      dom.className = 'cm-doc'
      const title = dom.appendChild(document.createElement('code'))
      title.textContent = doc.title
      if (doc.detail !== undefined) {
        const detail = dom.appendChild(document.createElement('p'))
        detail.dir = 'auto'
        detail.textContent = doc.detail
      }
      return { dom }
    },
  }
}

const setDoc = StateEffect.define<CodeDoc | null>()
const shownDoc = StateField.define<CodeDoc | null>({
  create: () => null,
  update: (value, transaction) => {
    for (const effect of transaction.effects) if (effect.is(setDoc)) return effect.value
    return transaction.docChanged || transaction.selection ? null : value
  },
  provide: field => showTooltip.from(field, doc => (doc ? docTooltip(doc) : null)),
})

/** Explains the word under the pointer, and with Shift+F1 the word at the cursor. */
export function hoverDocs(docs: CodeDocs, onShown: (doc: CodeDoc) => void): Extension {
  return [
    shownDoc,
    hoverTooltip((view, pos) => {
      const doc = docs(view.state.doc.toString(), pos)
      return doc ? docTooltip(doc) : null
    }),
    keymap.of([
      {
        key: 'Shift-F1',
        run: view => {
          const doc = docs(view.state.doc.toString(), view.state.selection.main.head)
          if (!doc) return false
          view.dispatch({ effects: setDoc.of(doc) })
          onShown(doc)
          return true
        },
      },
      {
        key: 'Escape',
        run: view => {
          if (!view.state.field(shownDoc)) return false
          view.dispatch({ effects: setDoc.of(null) })
          return true
        },
      },
    ]),
  ]
}

/**
 * Replaces the selection on input without the browser's own editing: that preserves the appearance of the removed text
 * in a style attribute, which a strict Content-Security-Policy refuses with an error. Input handlers, such as the one
 * that puts brackets around the selection, run as usual. The browser does not edit a read-only text either, which would
 * then have to be restored.
 */
export const replaceSelectionOnInput: Extension = EditorView.domEventHandlers({
  beforeinput(event, view) {
    if (view.state.readOnly) {
      event.preventDefault()
      return true
    }
    const { from, to, empty } = view.state.selection.main
    const text = event.data
    if (event.inputType !== 'insertText' || text === null || event.isComposing || empty) return false
    const insert = () =>
      view.state.update(view.state.replaceSelection(text), { userEvent: 'input.type', scrollIntoView: true })
    event.preventDefault()
    if (!view.state.facet(EditorView.inputHandler).some(handles => handles(view, from, to, text, insert)))
      view.dispatch(insert())
    return true
  },
})
