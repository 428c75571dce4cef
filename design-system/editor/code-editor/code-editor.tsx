import type { CompletionSource } from '@codemirror/autocomplete'
import type { Extension } from '@codemirror/state'
import { type ComponentProps, type Ref, useId, useImperativeHandle } from 'react'
import { FormattedMessage } from 'react-intl'
import { Switch } from '../../forms/switch/switch.tsx'
import { cn } from '../../lib/cn.ts'
import { useControllable } from '../../lib/use-controllable.ts'
import type { CodeDiagnostic } from './code-diagnostics.ts'
import type { CodeDocs } from './code-extensions.ts'
import type { CodeSignatures } from './code-signatures.ts'
import { CodeDiagnosticList } from './diagnostic-list.tsx'
import { useCodeMirror } from './use-code-mirror.ts'

/** What a problems list beside the editor needs. */
export interface CodeEditorHandle {
  focus: () => void
  /** Puts the cursor at an offset, in view, with the focus. */
  goTo: (offset: number) => void
}

type EditorName = { label: string; labelledBy?: never } | { label?: never; labelledBy: string }

export type CodeEditorProps = Omit<ComponentProps<'div'>, 'children' | 'onChange' | 'defaultValue'> &
  EditorName & {
    value: string
    onValueChange?: (value: string) => void
    /** The language: highlighting, indentation. Made once, outside of render. */
    language?: Extension
    diagnostics?: readonly CodeDiagnostic[]
    completion?: CompletionSource
    /** Explains words: under the pointer, and with Shift+F1 at the cursor. */
    docs?: CodeDocs
    /** Tells how the call is written that the cursor is in: shown while one types, and with Ctrl/⌘ Shift Space. */
    signatures?: CodeSignatures
    /** Tidies the text on Shift+Alt+F; `null` when it cannot, because of its errors. */
    onFormat?: (text: string) => string | null
    /** An earlier text: glyphs beside the lines say what differs. */
    original?: string
    readOnly?: boolean
    /** Breaks long lines instead of scrolling them. */
    wrap?: boolean
    /** Shows the problems below the text, each leading to its place. */
    diagnosticList?: boolean
    /** Shows a switch below the text that makes Tab indent. Escape, then Tab, leaves all the same. */
    tabSwitch?: boolean
    tabIndents?: boolean
    defaultTabIndents?: boolean
    onTabIndentsChange?: (tabIndents: boolean) => void
    /**
     * Which of several texts is open in the one editor. Each keeps its own cursor and its own steps to undo while
     * another is shown.
     */
    documentId?: string
    /**
     * F8 past the last problem, Shift+F8 past the first: returns true when it went on elsewhere, otherwise the search
     * starts over.
     */
    onDiagnosticEdge?: (direction: 'next' | 'previous') => boolean
    /** Id of a problems list elsewhere, read after the name. */
    describedBy?: string
    handle?: Ref<CodeEditorHandle>
  }

const none: readonly CodeDiagnostic[] = []

/**
 * A code editor that a form can hold: Tab leaves it, F8 goes to the next problem, the text always runs left to right.
 */
export function CodeEditor({
  label,
  labelledBy,
  value,
  onValueChange,
  language,
  diagnostics = none,
  completion,
  docs,
  signatures,
  onFormat,
  original,
  readOnly = false,
  wrap = false,
  diagnosticList: problemList = false,
  tabSwitch = false,
  tabIndents: givenTabIndents,
  defaultTabIndents = false,
  onTabIndentsChange,
  documentId,
  onDiagnosticEdge: onProblemEdge,
  describedBy,
  handle,
  className,
  ...props
}: CodeEditorProps) {
  const listId = useId()
  const [tabIndents, setTabIndents] = useControllable({
    value: givenTabIndents,
    defaultValue: defaultTabIndents,
    onValueChange: onTabIndentsChange,
  })
  const description = [describedBy, problemList ? listId : undefined].filter(Boolean).join(' ') || undefined
  const { host, focus, goTo } = useCodeMirror({
    label,
    labelledBy,
    describedBy: description,
    value,
    onValueChange,
    language,
    diagnostics,
    completion,
    docs,
    signatures,
    onFormat,
    original,
    readOnly,
    wrap,
    tabIndents,
    documentId,
    onDiagnosticEdge: onProblemEdge,
  })
  useImperativeHandle(handle, () => ({ focus, goTo }), [focus, goTo])
  return (
    <div
      data-slot="code-editor"
      className={cn(
        'flex min-h-0 min-w-0 flex-col overflow-hidden bg-surface has-[.cm-focused]:outline-2 has-[.cm-focused]:-outline-offset-2 has-[.cm-focused]:outline-focus',
        className,
      )}
      {...props}
    >
      <div ref={host} dir="ltr" className="flex min-h-0 min-w-0 flex-1 flex-col" />
      {tabSwitch ? (
        <div className="flex min-h-bar shrink-0 items-center border-bs border-line-subtle px-4">
          <Switch
            className="text-xs"
            checked={tabIndents}
            onCheckedChange={setTabIndents}
            label={<FormattedMessage id="DesignSystem.CodeEditor.TabIndents" />}
            description={<FormattedMessage id="DesignSystem.CodeEditor.TabLeaves" />}
          />
        </div>
      ) : null}
      {problemList ? (
        <CodeDiagnosticList
          id={listId}
          diagnostics={diagnostics}
          text={value}
          onJump={diagnostic => goTo(diagnostic.from)}
        />
      ) : null}
    </div>
  )
}
