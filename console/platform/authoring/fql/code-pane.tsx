import { Button, cn, Icon, useAnnounce, useToast } from '@assay/design-system'
import { type CodeDiagnostic, CodeEditor, type CodeEditorHandle } from '@assay/design-system/editor'
import { type CheckEnvironment, format, type PartContext } from '@assay/risk-service/fql'
import { fql, straightQuotes } from '@assay/risk-service/fql/editor'
import { AlignLeft } from 'lucide-react'
import { type ReactNode, type Ref, useMemo } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { languageHelp } from './language-help.ts'

interface CodePaneProps {
  title: string
  /** The title is a field just now. */
  renaming?: boolean
  /** After the title: what renames it. */
  titleEnd?: ReactNode
  /** Before and after the command that formats: move, delete. */
  commands?: ReactNode
  lastCommands?: ReactNode
  /** Controls that change the view of the text, at the end of the header. */
  views?: ReactNode
  /** Between the head and the code. */
  fields?: ReactNode
  /** Shown in the place of the code. */
  instead?: ReactNode
  /** The commands stay, but the code is only read. */
  locked?: boolean
  text: string
  /** Absent: only read. */
  onText?: ((text: string) => void) | undefined
  problems: readonly CodeDiagnostic[]
  context: PartContext
  /** What the code can name. */
  names: CheckEnvironment
  documentId: string
  handle: Ref<CodeEditorHandle>
  /** F8 at the last problem of this part, Shift+F8 at the first. */
  onProblemEdge: (direction: 'next' | 'previous') => boolean
  className?: string
}

const curly = /[“”„‟‘’‚‛]/

/** One text of what is edited, with completion, explanations and its problems. */
export function CodePane({
  title,
  renaming = false,
  titleEnd,
  commands,
  lastCommands,
  views,
  fields,
  instead,
  locked = false,
  text,
  onText,
  problems,
  context,
  names,
  documentId,
  handle,
  onProblemEdge,
  className,
}: CodePaneProps) {
  const intl = useIntl()
  const announce = useAnnounce()
  const { toast } = useToast()
  const { completion, docs, signatures } = useMemo(() => languageHelp(intl, context, names), [intl, context, names])
  const change =
    onText && !locked
      ? (next: string) => onText(curly.test(next) && !curly.test(text) ? straightQuotes(next) : next)
      : undefined
  const tidy = () => {
    if (problems.some(problem => problem.severity === 'error')) {
      toast({ title: intl.formatMessage({ id: 'Authoring.Code.NotFormatted' }), tone: 'warning' })
      return
    }
    const next = format(text)
    if (next !== text) onText?.(next)
    announce(intl.formatMessage({ id: 'Authoring.Code.Formatted' }))
  }
  return (
    <div className={cn('flex min-w-0 flex-col', className)}>
      <div className="flex min-h-topbar shrink-0 flex-wrap items-center gap-1 border-be border-line-subtle py-1 ps-4 pe-2">
        <h2 className={cn('min-w-0 truncate font-semibold', renaming && 'sr-only')}>
          <bdi>{title}</bdi>
        </h2>
        {titleEnd}
        {onText || views !== undefined ? (
          <span className="ms-auto flex items-center gap-1">
            {onText ? commands : null}
            {onText && instead === undefined && !locked ? (
              <Button variant="ghost" onClick={tidy}>
                <Icon icon={AlignLeft} />
                <FormattedMessage id="Authoring.Code.Format" />
              </Button>
            ) : null}
            {views}
            {onText ? lastCommands : null}
          </span>
        ) : null}
      </div>
      {fields}
      {instead ?? (
        <CodeEditor
          documentId={documentId}
          className="min-h-0 flex-1"
          label={intl.formatMessage({ id: 'Authoring.Code.Label' }, { name: title })}
          value={text}
          readOnly={!change}
          language={fql}
          docs={docs}
          signatures={signatures}
          diagnostics={problems}
          describedBy="rule-problems"
          handle={handle}
          onDiagnosticEdge={onProblemEdge}
          {...(change ? { completion, onValueChange: change } : {})}
        />
      )}
    </div>
  )
}
