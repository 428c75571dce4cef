import { autocompletion, closeBrackets, closeBracketsKeymap, completionKeymap, type CompletionSource } from '@codemirror/autocomplete'
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands'
import { bracketMatching, indentOnInput } from '@codemirror/language'
import { lintGutter, lintKeymap, setDiagnostics, type Diagnostic } from '@codemirror/lint'
import { Compartment, EditorState, type Extension } from '@codemirror/state'
import { drawSelection, EditorView, highlightActiveLine, highlightActiveLineGutter, keymap, lineNumbers } from '@codemirror/view'
import { getNonce } from 'get-nonce'
import { useEffect, useEffectEvent, useImperativeHandle, useLayoutEffect, useRef, useState, type ComponentProps, type Ref } from 'react'
import { useIntl } from 'react-intl'
import { cn } from '../lib/cn.ts'
import { useAnnounce } from '../lib/announcer.tsx'
import { codeTheme } from './code-theme.ts'

export interface CodeProblem {
  from: number
  to: number
  severity: 'error' | 'warning' | 'info'
  message: string
  /** Stable code of the problem, such as FQL2007. */
  code?: string
}

/** What a problems list beside the editor needs. */
export interface CodeEditorHandle {
  focus: () => void
  /** Puts the cursor at an offset, in view, with the focus. */
  goTo: (offset: number) => void
}

type Name = { label: string; labelledBy?: never } | { label?: never; labelledBy: string }

export type CodeEditorProps = Omit<ComponentProps<'div'>, 'children' | 'onChange' | 'defaultValue'> & Name & {
  value: string
  onValueChange?: (value: string) => void
  /** The language: highlighting, indentation. Made once, outside of render. */
  language?: Extension
  problems?: readonly CodeProblem[]
  completion?: CompletionSource
  readOnly?: boolean
  /** Id of the problems list, read after the name. */
  describedBy?: string
  handle?: Ref<CodeEditorHandle>
}

const none: readonly CodeProblem[] = []
const idle = 1000

/** A code editor that a form can hold: Tab leaves it, F8 goes to the next problem, the text always runs left to right. */
export function CodeEditor({ label, labelledBy, value, onValueChange, language, problems = none, completion, readOnly = false, describedBy, handle, className, ...props }: CodeEditorProps) {
  const intl = useIntl()
  const announce = useAnnounce()
  const host = useRef<HTMLDivElement>(null)
  const view = useRef<EditorView>(null)
  const [parts] = useState(() => ({ language: new Compartment(), completion: new Compartment(), access: new Compartment(), names: new Compartment() }))
  const changed = useEffectEvent((text: string) => onValueChange?.(text))

  const languagePart = () => language ?? []
  const completionPart = () => (completion ? autocompletion({ override: [completion], icons: false }) : [])
  const accessPart = () => [EditorState.readOnly.of(readOnly), readOnly ? EditorView.contentAttributes.of({ 'aria-readonly': 'true' }) : []]
  const namesPart = () => [
    EditorView.contentAttributes.of({
      dir: 'ltr',
      // The text takes the focus anyway; the attribute says so to those who look for it around a scrolling region.
      tabindex: '0',
      ...(label === undefined ? {} : { 'aria-label': label }),
      ...(labelledBy === undefined ? {} : { 'aria-labelledby': labelledBy }),
      ...(describedBy === undefined ? {} : { 'aria-describedby': describedBy }),
    }),
    EditorState.phrases.of({
      Completions: intl.formatMessage({ id: 'DesignSystem.CodeEditor.Completions' }),
      Diagnostics: intl.formatMessage({ id: 'DesignSystem.CodeEditor.Problems' }),
      'No diagnostics': intl.formatMessage({ id: 'DesignSystem.CodeEditor.NoProblems' }),
    }),
  ]

  const create = useEffectEvent((parent: HTMLElement) => new EditorView({
    parent,
    doc: value,
    extensions: [
      EditorView.cspNonce.of(getNonce() ?? ''),
      lintGutter(), lineNumbers(), highlightActiveLine(), highlightActiveLineGutter(), drawSelection(),
      history(), indentOnInput(), bracketMatching(), closeBrackets(),
      // Tab is not bound: it moves the focus on, as everywhere else.
      keymap.of([...closeBracketsKeymap, ...defaultKeymap, ...historyKeymap, ...completionKeymap, ...lintKeymap]),
      EditorState.tabSize.of(2),
      codeTheme,
      EditorView.updateListener.of(update => { if (update.docChanged) changed(update.state.doc.toString()) }),
      parts.language.of(languagePart()),
      parts.completion.of(completionPart()),
      parts.access.of(accessPart()),
      parts.names.of(namesPart()),
    ],
  }))

  useLayoutEffect(() => {
    if (!host.current) return
    const made = create(host.current)
    view.current = made
    return () => {
      view.current = null
      made.destroy()
    }
  }, [])

  useEffect(() => {
    const editor = view.current
    if (!editor || editor.state.doc.toString() === value) return
    editor.dispatch({ changes: { from: 0, to: editor.state.doc.length, insert: value } })
  }, [value])

  const effectsOf = useEffectEvent(() => [
    parts.language.reconfigure(languagePart()),
    parts.completion.reconfigure(completionPart()),
    parts.access.reconfigure(accessPart()),
    parts.names.reconfigure(namesPart()),
  ])
  useEffect(() => {
    view.current?.dispatch({ effects: effectsOf() })
  }, [language, completion, readOnly, label, labelledBy, describedBy, intl])

  useEffect(() => {
    const editor = view.current
    if (!editor) return
    const end = editor.state.doc.length
    const shown: Diagnostic[] = problems.map(({ from, to, severity, message, code }) => ({
      // A problem found in an older text must not point past the end of this one.
      from: Math.min(from, end), to: Math.min(Math.max(to, from), end), severity, message: code === undefined ? message : `${message} (${code})`,
    }))
    editor.dispatch(setDiagnostics(editor.state, shown))
  }, [problems, value])

  const count = problems.length
  const tell = useEffectEvent(() => {
    if (view.current?.hasFocus) announce(intl.formatMessage({ id: 'DesignSystem.CodeEditor.ProblemCount' }, { count }))
  })
  useEffect(() => {
    const timer = setTimeout(() => tell(), idle)
    return () => clearTimeout(timer)
  }, [count])

  useImperativeHandle(handle, () => ({
    focus: () => view.current?.focus(),
    goTo: offset => {
      const editor = view.current
      if (!editor) return
      editor.dispatch({ selection: { anchor: Math.min(offset, editor.state.doc.length) }, scrollIntoView: true })
      editor.focus()
    },
  }), [])

  return (
    <div
      ref={host}
      dir="ltr"
      data-slot="code-editor"
      className={cn('min-h-0 min-w-0 overflow-hidden bg-surface has-[.cm-focused]:outline-2 has-[.cm-focused]:-outline-offset-2 has-[.cm-focused]:outline-focus', className)}
      {...props}
    />
  )
}
