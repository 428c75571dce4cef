import {
  autocompletion,
  type CompletionSource,
  closeBrackets,
  closeBracketsKeymap,
  completionKeymap,
} from '@codemirror/autocomplete'
import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands'
import { bracketMatching, indentOnInput } from '@codemirror/language'
import {
  type Diagnostic,
  lintGutter,
  lintKeymap,
  nextDiagnostic,
  previousDiagnostic,
  setDiagnostics,
} from '@codemirror/lint'
import { highlightSelectionMatches, search, searchKeymap } from '@codemirror/search'
import { Annotation, Compartment, EditorState, type Extension, Prec } from '@codemirror/state'
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  keymap,
  lineNumbers,
} from '@codemirror/view'
import { getNonce } from 'get-nonce'
import { useCallback, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { useIntl } from 'react-intl'
import { useAnnounce } from '../../lib/announcer.tsx'
import {
  adjacentDiagnostic,
  type CodeDiagnostic,
  changeBetween,
  clampToText,
  codePositionOf,
} from './code-diagnostics.ts'
import { bidiIsolation, type CodeDocs, changeGutter, hoverDocs, replaceSelectionOnInput } from './code-extensions.ts'
import { codePhrases } from './code-phrases.ts'
import { type CodeSignatures, callSignatures } from './code-signatures.ts'
import { codeTheme } from './code-theme.ts'

export interface CodeMirrorOptions {
  label: string | undefined
  labelledBy: string | undefined
  describedBy: string | undefined
  value: string
  onValueChange: ((value: string) => void) | undefined
  language: Extension | undefined
  diagnostics: readonly CodeDiagnostic[]
  completion: CompletionSource | undefined
  docs: CodeDocs | undefined
  signatures: CodeSignatures | undefined
  onFormat: ((text: string) => string | null) | undefined
  original: string | undefined
  readOnly: boolean
  wrap: boolean
  tabIndents: boolean
  documentId: string | undefined
  onDiagnosticEdge: ((direction: 'next' | 'previous') => boolean) | undefined
}

const announceDelayMs = 1000
const tabFocusModeMs = 60_000
/** A change from outside, which is not reported to the owner of the value. */
const externalChange = Annotation.define<true>()

/**
 * One editor view for the life of the component; every option that may change is a compartment that is reconfigured.
 */
export function useCodeMirror(options: CodeMirrorOptions) {
  const {
    value,
    diagnostics,
    language,
    completion,
    docs,
    signatures,
    original,
    readOnly,
    wrap,
    tabIndents,
    documentId,
    label,
    labelledBy,
    describedBy,
  } = options
  const intl = useIntl()
  const announce = useAnnounce()
  const host = useRef<HTMLDivElement>(null)
  const view = useRef<EditorView>(null)
  const documentStates = useRef(new Map<string | undefined, EditorState>())
  const open = useRef(documentId)
  const [parts] = useState(() => ({ language: new Compartment(), changing: new Compartment() }))
  const formats = options.onFormat !== undefined

  const changed = useEffectEvent((text: string) => options.onValueChange?.(text))
  const said = useEffectEvent((doc: { title: string; detail?: string }) =>
    announce([doc.title, doc.detail].filter(Boolean).join('. ')),
  )
  const step = useEffectEvent((editor: EditorView, direction: 'next' | 'previous') => {
    const beside = adjacentDiagnostic(
      diagnostics.map(diagnostic => clampToText(diagnostic, editor.state.doc.length)),
      editor.state.selection.main,
      direction,
    )
    if (!beside && options.onDiagnosticEdge?.(direction)) return true
    const went = direction === 'next' ? nextDiagnostic(editor) : previousDiagnostic(editor)
    const { from, to } = editor.state.selection.main
    const reached = diagnostics.find(diagnostic => diagnostic.from === from && diagnostic.to === to)
    if (reached) {
      const severity = intl.formatMessage({ id: `DesignSystem.CodeEditor.Severity.${reached.severity}` })
      announce(
        intl.formatMessage(
          { id: 'DesignSystem.CodeEditor.Reached' },
          { severity, message: reached.message, line: codePositionOf(value, from).line },
        ),
      )
    }
    return went
  })
  const format = useEffectEvent((editor: EditorView) => {
    const text = editor.state.doc.toString()
    const next = options.onFormat?.(text)
    announce(
      intl.formatMessage({
        id: next === null ? 'DesignSystem.CodeEditor.NotFormatted' : 'DesignSystem.CodeEditor.Formatted',
      }),
    )
    const change = typeof next === 'string' ? changeBetween(text, next) : null
    if (change) editor.dispatch({ changes: change, scrollIntoView: true })
    return true
  })

  const changing = (): Extension => [
    completion ? autocompletion({ override: [completion], icons: false }) : [],
    EditorState.readOnly.of(readOnly),
    wrap ? EditorView.lineWrapping : [],
    docs ? hoverDocs(docs, said) : [],
    signatures ? callSignatures(signatures, said) : [],
    original === undefined ? [] : changeGutter(original),
    keymap.of([
      // Tab is bound on request only: by default it moves the focus, as everywhere else.
      ...(tabIndents && !readOnly ? [indentWithTab] : []),
      ...(formats && !readOnly ? [{ key: 'Shift-Alt-f', run: format }] : []),
    ]),
    EditorView.contentAttributes.of({
      dir: 'ltr',
      // The text is focusable anyway; the attribute declares that to tools that search scrolling regions for it.
      tabindex: '0',
      ...(readOnly ? { 'aria-readonly': 'true' } : {}),
      ...(label === undefined ? {} : { 'aria-label': label }),
      ...(labelledBy === undefined ? {} : { 'aria-labelledby': labelledBy }),
      ...(describedBy === undefined ? {} : { 'aria-describedby': describedBy }),
    }),
    codePhrases(intl),
  ]
  const created = useEffectEvent((doc: string) =>
    EditorState.create({
      doc,
      extensions: [
        EditorView.cspNonce.of(getNonce() ?? ''),
        lintGutter(),
        lineNumbers(),
        highlightActiveLine(),
        highlightActiveLineGutter(),
        drawSelection(),
        highlightSelectionMatches(),
        history(),
        indentOnInput(),
        bracketMatching(),
        closeBrackets(),
        search({ top: true }),
        bidiIsolation,
        replaceSelectionOnInput,
        Prec.high(
          keymap.of([
            // Escape, then Tab leaves, however long the pause between the two; any other key cancels it.
            {
              key: 'Escape',
              run: editor => {
                editor.setTabFocusMode(tabFocusModeMs)
                return false
              },
            },
            { key: 'F8', run: editor => step(editor, 'next'), shift: editor => step(editor, 'previous') },
          ]),
        ),
        keymap.of([
          ...closeBracketsKeymap,
          ...defaultKeymap,
          ...historyKeymap,
          ...completionKeymap,
          ...searchKeymap,
          ...lintKeymap,
        ]),
        EditorState.tabSize.of(2),
        codeTheme,
        EditorView.updateListener.of(update => {
          if (update.docChanged && !update.transactions.some(transaction => transaction.annotation(externalChange)))
            changed(update.state.doc.toString())
        }),
        parts.language.of(language ?? []),
        parts.changing.of(changing()),
      ],
    }),
  )
  const first = useEffectEvent(() => created(value))

  useLayoutEffect(() => {
    if (!host.current) return
    const made = new EditorView({ parent: host.current, state: first() })
    view.current = made
    return () => {
      view.current = null
      made.destroy()
    }
  }, [])

  useLayoutEffect(() => {
    const editor = view.current
    if (!editor) return
    if (open.current !== documentId) {
      // Another text: the previous one keeps its cursor and history, unless others change it in the meantime.
      documentStates.current.set(open.current, editor.state)
      open.current = documentId
      const stored = documentStates.current.get(documentId)
      editor.setState(stored && stored.doc.toString() === value ? stored : created(value))
      return
    }
    const change = changeBetween(editor.state.doc.toString(), value)
    if (change) editor.dispatch({ changes: change, annotations: externalChange.of(true) })
  }, [value, documentId])

  const effects = useEffectEvent(() => [
    parts.language.reconfigure(language ?? []),
    parts.changing.reconfigure(changing()),
  ])
  useEffect(() => {
    view.current?.dispatch({ effects: effects() })
  }, [
    language,
    completion,
    docs,
    signatures,
    original,
    readOnly,
    wrap,
    tabIndents,
    formats,
    label,
    labelledBy,
    describedBy,
    intl,
    documentId,
  ])

  useEffect(() => {
    const editor = view.current
    if (!editor) return
    const shown: Diagnostic[] = diagnostics.map(diagnostic => {
      const { from, to, severity, message, code } = clampToText(diagnostic, editor.state.doc.length)
      return { from, to, severity, message: code === undefined ? message : `${message} (${code})` }
    })
    editor.dispatch(setDiagnostics(editor.state, shown))
  }, [diagnostics, value, documentId])

  const count = diagnostics.length
  const tell = useEffectEvent(() => {
    if (view.current?.hasFocus) announce(intl.formatMessage({ id: 'DesignSystem.CodeEditor.ProblemCount' }, { count }))
  })
  const announcedCount = useRef(count)
  useEffect(() => {
    // Only a changed number is announced, not the opening of a text.
    if (announcedCount.current === count) return
    announcedCount.current = count
    const timer = setTimeout(() => tell(), announceDelayMs)
    return () => clearTimeout(timer)
  }, [count])

  const focus = useCallback(() => view.current?.focus(), [])
  const goTo = useCallback((offset: number) => {
    const editor = view.current
    if (!editor) return
    editor.dispatch({
      selection: { anchor: Math.min(Math.max(offset, 0), editor.state.doc.length) },
      scrollIntoView: true,
    })
    editor.focus()
  }, [])
  return { host, focus, goTo }
}
