import { Callout, Progress, useFormat } from '@assay/design-system'
import { useEffect, useRef } from 'react'
import { FormattedMessage } from 'react-intl'
import { Link } from 'react-router-dom'
import { useRuleHref } from '../rule-scope.tsx'
import type { DraftProgress } from './use-create-drafts.ts'

/** How far the drafts are, and then links to them and to their back-tests. */
export function DraftsCreated({ progress: { total, created, failed, full, running } }: { progress: DraftProgress }) {
  const format = useFormat()
  const ruleHref = useRuleHref()
  const result = useRef<HTMLDivElement>(null)
  // The button that was pressed is gone.
  useEffect(() => {
    if (!running) result.current?.focus()
  }, [running])
  if (running)
    return (
      <Progress
        label={<FormattedMessage id="Rules.Translate.Progress" values={{ done: created.length, total }} />}
        value={created.length + failed.length}
        max={Math.max(1, total)}
        announced
      />
    )
  return (
    <div ref={result} tabIndex={-1} className="flex flex-col gap-3 outline-none">
      <Callout tone={failed.length > 0 ? 'warning' : 'success'} live>
        <FormattedMessage id="Rules.Translate.Done" values={{ count: created.length }} />
      </Callout>
      {full ? (
        <Callout tone="danger">
          <FormattedMessage id="Rules.List.Limit" />
        </Callout>
      ) : null}
      {failed.length > 0 ? (
        <p className="wrap-anywhere">
          <FormattedMessage
            id="Rules.Translate.NotCreated"
            values={{ names: <bdi key="names">{format.list(failed)}</bdi> }}
          />
        </p>
      ) : null}
      <ul className="flex flex-col">
        {created.map(({ id, name }) => (
          <li key={id} className="flex flex-wrap justify-between gap-3 border-bs border-line-subtle py-2">
            <Link to={ruleHref(id)} className="min-w-0 wrap-anywhere text-link hover:underline">
              <bdi>{name}</bdi>
            </Link>
            <Link to={ruleHref(id, { backtest: 'latest' })} className="min-w-0 wrap-anywhere text-link hover:underline">
              <FormattedMessage id="Rules.Translate.Backtest" values={{ name: <bdi key="name">{name}</bdi> }} />
            </Link>
          </li>
        ))}
      </ul>
    </div>
  )
}
