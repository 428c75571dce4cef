import { Card, CardBody, CardHeader, Heading, IconButton, SkeletonRows } from '@assay/design-system'
import type { Case, CaseSummary } from '@assay/risk-service/contract'
import { useQuery } from '@tanstack/react-query'
import { ChevronDown, ChevronUp } from 'lucide-react'
import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { api } from '../../../../platform/api/client.ts'
import { caseInputOf } from '../../../../platform/cases/case-links.ts'
import { QueryError } from '../../../../platform/errors/page-error.tsx'
import { Citations } from './citations.tsx'
import { SummaryRating } from './summary-rating.tsx'
import { SummarySentence } from './summary-sentence.tsx'

/** What the service says of the event of a case in a few sentences. Closed at first, and only then fetched. */
export function SummaryCard({ row }: { row: Case }) {
  const intl = useIntl()
  const [open, setOpen] = useState(false)
  const title = intl.formatMessage({ id: 'Review.Summary.Title' })
  return (
    <Card>
      <CardHeader
        title={title}
        actions={
          <IconButton
            size="sm"
            icon={open ? ChevronUp : ChevronDown}
            iconSize={12}
            label={intl.formatMessage({ id: open ? 'Review.Card.Close' : 'Review.Card.Open' }, { title })}
            aria-expanded={open}
            onClick={() => setOpen(!open)}
          />
        }
      />
      {open ? (
        <CardBody>
          <Summary row={row} />
        </CardBody>
      ) : null}
    </Card>
  )
}

function Summary({ row }: { row: Case }) {
  const { data, error, isError, refetch } = useQuery(
    api.cases.summary.queryOptions({ input: caseInputOf(row), staleTime: 60_000 }),
  )
  if (isError && !data) return <QueryError error={error} onRetry={() => void refetch()} />
  if (!data) return <SkeletonRows rows={6} />
  return (
    <div className="flex flex-col gap-3">
      <p className="text-xs text-fg-secondary">
        <FormattedMessage id="Review.Summary.About" />
      </p>
      <ul className="flex flex-col gap-2">
        {data.facts.map(fact => (
          <li key={fact.fact} className="flex flex-col gap-0.5">
            <p className="wrap-anywhere">
              <SummarySentence fact={fact} />
            </p>
            <Citations cites={fact.cites} />
          </li>
        ))}
      </ul>
      <Unknown unknown={data.unknown} />
      <Questions questions={data.questions} />
      <SummaryRating row={row} helpful={data.helpful} />
    </div>
  )
}

function Unknown({ unknown }: Pick<CaseSummary, 'unknown'>) {
  if (unknown.length === 0) return null
  return (
    <section className="flex flex-col gap-1">
      <Heading level={3} size="sm" className="text-fg-secondary">
        <FormattedMessage id="Review.Summary.Unknown" />
      </Heading>
      <ul className="list-disc ps-4 text-fg-secondary">
        {unknown.map(gap => (
          <li key={gap}>
            <FormattedMessage id={`Review.Summary.Unknown.${gap}`} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function Questions({ questions }: Pick<CaseSummary, 'questions'>) {
  if (questions.length === 0) return null
  return (
    <section className="flex flex-col gap-1">
      <Heading level={3} size="sm" className="text-fg-secondary">
        <FormattedMessage id="Review.Summary.Questions" />
      </Heading>
      <ul className="flex flex-col gap-2">
        {questions.map(({ question, cites }) => (
          <li key={question} className="flex flex-col gap-0.5">
            <p>
              <FormattedMessage id={`Review.Summary.Question.${question}`} />
            </p>
            <Citations cites={cites} />
          </li>
        ))}
      </ul>
    </section>
  )
}
