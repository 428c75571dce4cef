import { Badge, CopyButton, Icon, Link } from '@assay/design-system'
import type { AnswerDraft } from '@assay/risk-service/contract'
import { ArrowRight, Check, CircleX } from 'lucide-react'
import { FormattedMessage, useIntl } from 'react-intl'
import { diagnosticText } from '../../../platform/authoring/fql/diagnostics.ts'
import { pageName } from './page-names.ts'

interface DraftBoxProps {
  draft: AnswerDraft
  /** Address of a page in the environment of the answer. */
  hrefOf: (href: string) => string
}

/** A text to copy, or to open in the page that checks and saves it: nothing is inserted or saved from here. */
export function DraftBox({ draft, hrefOf }: DraftBoxProps) {
  const intl = useIntl()
  const { kind, text, valid, problems, count, openIn } = draft
  const title = intl.formatMessage({ id: `Assistant.Draft.${kind}` })
  return (
    <section aria-label={title} className="min-w-0 rounded-card border border-line">
      <header className="flex min-h-bar flex-wrap items-center gap-x-2 gap-y-1 border-be border-line-subtle px-3 py-1.5">
        <h3 className="font-medium">{title}</h3>
        <Badge>
          <FormattedMessage id="Assistant.Draft.NotSaved" />
        </Badge>
        <span className={`ms-auto flex items-center gap-1 text-xs ${valid ? 'text-success-text' : 'text-danger-text'}`}>
          <Icon icon={valid ? Check : CircleX} size={12} />
          <FormattedMessage id={valid ? 'Assistant.Draft.Valid' : 'Assistant.Draft.Invalid'} />
        </span>
      </header>
      {/* The keyboard scrolls long lines. */}
      <pre
        dir="ltr"
        role="group"
        tabIndex={0}
        aria-label={title}
        className="focus-ring-inset max-h-[15rem] overflow-auto px-3 py-2 font-mono text-xs whitespace-pre"
      >
        {text}
      </pre>
      {problems.length === 0 ? null : (
        <ul className="border-bs border-line-subtle px-3 py-2 text-xs text-danger-text">
          {problems.map((problem, index) => (
            <li key={index} className="wrap-anywhere">
              {problem.line === null ? (
                diagnosticText(intl, problem)
              ) : (
                <FormattedMessage
                  id="Assistant.Draft.Problem"
                  values={{ line: problem.line, problem: diagnosticText(intl, problem) }}
                />
              )}
            </li>
          ))}
        </ul>
      )}
      <footer className="flex min-h-bar flex-wrap items-center gap-2 border-bs border-line-subtle px-3 py-1">
        <CopyButton value={text} label={title} />
        {openIn === undefined ? null : (
          <Link variant="standalone" href={hrefOf(openIn.href)} className="inline-flex items-center gap-1">
            <FormattedMessage id="Assistant.OpenIn" values={{ page: pageName(intl, openIn.page) }} />
            <Icon icon={ArrowRight} size={12} className="rtl:-scale-x-100" />
          </Link>
        )}
        {count === undefined ? null : (
          <span className="ms-auto text-xs text-fg-secondary">
            <FormattedMessage id="Assistant.Draft.Count" values={{ count }} />
          </span>
        )}
      </footer>
    </section>
  )
}
