import { CircleX, Info, type LucideIcon, TriangleAlert } from 'lucide-react'
import type { ComponentProps } from 'react'
import { FormattedMessage } from 'react-intl'
import { cn } from '../../lib/cn.ts'
import { Badge } from '../../primitives/badge/badge.tsx'
import { Button } from '../../primitives/button/button.tsx'
import { Icon } from '../../primitives/icon/icon.tsx'
import { Kbd } from '../../primitives/kbd/kbd.tsx'
import { type CodeDiagnostic, codePositionOf } from './code-diagnostics.ts'

const severityStyles: Record<CodeDiagnostic['severity'], { icon: LucideIcon; text: string }> = {
  error: { icon: CircleX, text: 'text-danger-text' },
  warning: { icon: TriangleAlert, text: 'text-warning-text' },
  info: { icon: Info, text: 'text-info-text' },
}

export interface CodeDiagnosticListProps extends Omit<ComponentProps<'section'>, 'children'> {
  /** The problems, in the order of the text. */
  diagnostics: readonly CodeDiagnostic[]
  /** The text of the problems, for line and column. */
  text: string
  /** Called with the problem whose place is to be shown. */
  onJump: (diagnostic: CodeDiagnostic) => void
}

/** The problems of a text; each line links to its position. */
export function CodeDiagnosticList({ diagnostics, text, onJump, className, ...props }: CodeDiagnosticListProps) {
  const count = (severity: CodeDiagnostic['severity']) =>
    diagnostics.filter(diagnostic => diagnostic.severity === severity).length
  return (
    <section
      data-slot="code-diagnostic-list"
      className={cn('flex shrink-0 flex-col border-bs border-line', className)}
      {...props}
    >
      <div className="flex min-h-bar flex-wrap items-center gap-2 px-4">
        <p className="font-semibold">
          <FormattedMessage id="DesignSystem.CodeEditor.Problems" />
        </p>
        {count('error') > 0 ? (
          <Badge tone="danger">
            <Icon icon={CircleX} size={12} />
            <FormattedMessage id="DesignSystem.CodeEditor.Errors" values={{ count: count('error') }} />
          </Badge>
        ) : null}
        {count('warning') > 0 ? (
          <Badge tone="warning">
            <Icon icon={TriangleAlert} size={12} />
            <FormattedMessage id="DesignSystem.CodeEditor.Warnings" values={{ count: count('warning') }} />
          </Badge>
        ) : null}
        {diagnostics.length === 0 ? (
          <span className="text-xs text-fg-muted">
            <FormattedMessage id="DesignSystem.CodeEditor.NoProblems" />
          </span>
        ) : (
          <span className="ms-auto flex items-center gap-1.5 text-xs text-fg-muted">
            <FormattedMessage id="DesignSystem.CodeEditor.NextProblem" />
            <Kbd keys="F8" />
          </span>
        )}
      </div>
      {diagnostics.length === 0 ? null : (
        <ul className="max-h-[10.5rem] overflow-y-auto pbe-1">
          {diagnostics.map((diagnostic, index) => {
            const { line, column } = codePositionOf(text, diagnostic.from)
            const { icon, text: tone } = severityStyles[diagnostic.severity]
            return (
              <li key={`${diagnostic.from} ${diagnostic.code ?? ''} ${index}`}>
                <Button
                  variant="ghost"
                  className="h-auto min-h-row w-full justify-start gap-2 rounded-none px-4 text-start font-normal whitespace-normal focus-ring-inset"
                  onClick={() => onJump(diagnostic)}
                >
                  <Icon icon={icon} className={tone} />
                  <span className="sr-only">
                    <FormattedMessage id={`DesignSystem.CodeEditor.Severity.${diagnostic.severity}`} />
                  </span>
                  {/* The position is at the end of the line, and under the message where there is no room beside it. */}
                  <span className="flex min-w-0 flex-1 flex-wrap items-baseline gap-x-2 py-1">
                    <span className="min-w-0 flex-1 basis-[12rem] wrap-break-word">
                      <bdi>{diagnostic.message}</bdi>
                    </span>
                    <span className="flex shrink-0 gap-2 text-xs text-fg-muted">
                      <span>
                        <FormattedMessage id="DesignSystem.CodeEditor.Place" values={{ line, column }} />
                      </span>
                      {diagnostic.code === undefined ? null : (
                        <bdi dir="ltr" className="font-mono">
                          {diagnostic.code}
                        </bdi>
                      )}
                    </span>
                  </span>
                </Button>
              </li>
            )
          })}
        </ul>
      )}
    </section>
  )
}
