import type { CompletionSource } from '@codemirror/autocomplete'
import type { Extension } from '@codemirror/state'
import { type ComponentProps, type Ref, useId, useImperativeHandle } from 'react'
import { FormattedMessage } from 'react-intl'
import { Switch } from '../../forms/switch/switch.tsx'
import type { AccessibleName } from '../../lib/accessibility/accessible-name.ts'
import { cn } from '../../lib/cn.ts'
import { useControllable } from '../../lib/use-controllable.ts'
import type { CodeDiagnostic } from './code-diagnostics.ts'
import type { CodeDocs } from './code-extensions.ts'
import type { CodeSignatures } from './code-signatures.ts'
import { CodeDiagnosticList } from './diagnostic-list.tsx'
import { useCodeMirror } from './use-code-mirror.ts'

/** The handle for a problems list beside the editor. */
export interface CodeEditorHandle {
  focus: () => void
  /** Moves the cursor to an offset, scrolls it into view and focuses the editor. */
  goTo: (offset: number) => void
}

export type CodeEditorProps = Omit<ComponentProps<'div'>, 'children' | 'onChange' | 'defaultValue'> &
  AccessibleName & {
    /** The text. */
    value: string
    /** Called with the whole text after each change. */
    onValueChange?: (value: string) => void
    /** The language: highlighting, indentation. Created once, outside of render. */
    language?: Extension
    /** Errors, warnings and hints at places of the text. */
    diagnostics?: readonly CodeDiagnostic[]
    /** Proposes what can be typed at the cursor. */
    completion?: CompletionSource
    /** Explains words: under the pointer, and with Shift+F1 at the cursor. */
    docs?: CodeDocs
    /** Returns the signature of the call at the cursor: shown while typing, and with Ctrl/⌘ Shift Space. */
    signatures?: CodeSignatures
    /** Formats the text on Shift+Alt+F; returns `null` for a text with errors. */
    onFormat?: (text: string) => string | null
    /** An earlier text: glyphs beside the lines mark the differences. */
    original?: string
    /** The text can be selected and copied, not changed. */
    readOnly?: boolean
    /** Wraps long lines instead of scrolling them. */
    wrap?: boolean
    /** Lists the problems below the text, each with a link to its position. */
    diagnosticList?: boolean
    /** Shows a switch below the text that makes Tab indent. Escape, then Tab, leaves in either case. */
    tabSwitch?: boolean
    /** Whether Tab indents instead of moving the focus. */
    tabIndents?: boolean
    /** Whether Tab initially indents, for uncontrolled use. */
    defaultTabIndents?: boolean
    /** Called when the reader switches what Tab does. */
    onTabIndentsChange?: (tabIndents: boolean) => void
    /**
     * Id of the open text, for an editor of several texts. Each has its own cursor and undo history while another is
     * shown.
     */
    documentId?: string
    /**
     * F8 past the last problem, Shift+F8 past the first: returns true when it moved to another text, otherwise the
     * search wraps around.
     */
    onDiagnosticEdge?: (direction: 'next' | 'previous') => boolean
    /** Id of a problems list elsewhere, read after the name. */
    describedBy?: string
    /** Moves the focus and the cursor, from a problems list for example. */
    handle?: Ref<CodeEditorHandle>
  }

const none: readonly CodeDiagnostic[] = []

/** A code editor for use in a form: Tab leaves it, F8 goes to the next problem, the text always runs left to right. */
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
