import {
  Card,
  CardBody,
  CardHeader,
  EmptyState,
  Field,
  Select,
  SkeletonRows,
  Link as StyledLink,
} from '@assay/design-system'
import { type EventDetail, type LinkAnalysis, linkAnalysisLimits } from '@assay/risk-service/contract'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { Link } from 'react-router-dom'
import { api } from '../../../platform/api/client.ts'
import { caseInputOf } from '../../../platform/cases/case-links.ts'
import { useHref } from '../../../platform/environments/environments.tsx'
import { QueryError } from '../../../platform/errors/page-error.tsx'
import { instrumentsOf } from '../request-fields.ts'
import { choiceKey, LinkChips, type LinkChoice } from './link-chips.tsx'
import { linkSearch } from './link-search.ts'
import { LinkedTables } from './linked-tables.tsx'
import { OpenInGraph } from './open-in-graph.tsx'
import { useLinkUpdates } from './use-link-updates.ts'

const windows = [7, 30, linkAnalysisLimits.defaultDays, 180, linkAnalysisLimits.days]
const matches = ['any', 'all'] as const

/** Cases and events that share values with an event: which values, how far back, and what can be done with them. */
export function LinkedEventsTab({ detail }: { detail: EventDetail }) {
  const intl = useIntl()
  const href = useHref()
  const { row } = detail
  const [days, setDays] = useState<number>(linkAnalysisLimits.defaultDays)
  const [match, setMatch] = useState<(typeof matches)[number]>('any')
  /** Null: nobody has chosen yet, so that every value counts that others share. */
  const [chosen, setChosen] = useState<ReadonlySet<string> | null>(null)
  const counts = useQuery(
    api.linkAnalysis.counts.queryOptions({
      input: { ...caseInputOf(row), days },
      placeholderData: keepPreviousData,
    }),
  )
  const choices = useMemo(() => (counts.data ?? []) as LinkChoice[], [counts.data])
  const keys = useMemo(
    () => chosen ?? new Set(choices.filter(({ count }) => count > 0).map(choiceKey)),
    [chosen, choices],
  )
  const attributes = useMemo(
    () => choices.filter(choice => keys.has(choiceKey(choice))).slice(0, linkAnalysisLimits.attributes),
    [choices, keys],
  )
  const query = {
    ...caseInputOf(row),
    days,
    match,
    attributes: attributes.map(({ type, value }) => ({ type, value })),
  }
  const results = useQuery(
    api.linkAnalysis.results.queryOptions({
      input: query,
      enabled: attributes.length > 0,
      placeholderData: keepPreviousData,
    }),
  )
  useLinkUpdates(results.data as LinkAnalysis | undefined)
  if (counts.isPending)
    return (
      <Card>
        <SkeletonRows rows={8} className="*:px-4" />
      </Card>
    )
  if (counts.isError && counts.data === undefined)
    return <QueryError error={counts.error} onRetry={() => void counts.refetch()} />
  const search = linkSearch(row, attributes, match, instrumentsOf(detail))
  return (
    <div className="flex flex-col gap-3">
      <Card>
        <CardHeader
          title={<FormattedMessage id="Review.Links.Title" />}
          actions={
            <>
              {search === null ? null : (
                <StyledLink asChild external variant="standalone" className="text-xs">
                  <Link to={href('/search', search)}>
                    <FormattedMessage id="Review.Links.OpenInSearch" />
                  </Link>
                </StyledLink>
              )}
              <OpenInGraph row={row} />
            </>
          }
        />
        <CardBody className="flex flex-col gap-3">
          <LinkChips choices={choices} chosen={keys} onChosenChange={setChosen} />
          <div className="flex flex-wrap gap-3">
            <Field label={<FormattedMessage id="Review.Links.Match" />}>
              <Select
                className="w-[12rem]"
                options={matches.map(each => ({
                  value: each,
                  label: intl.formatMessage({ id: `Review.Links.Match.${each}` }),
                }))}
                value={match}
                onValueChange={setMatch}
              />
            </Field>
            <Field label={<FormattedMessage id="Review.Links.Window" />}>
              <Select
                className="w-[12rem]"
                options={windows.map(each => ({
                  value: String(each),
                  label: intl.formatMessage({ id: 'Review.Links.Days' }, { count: each }),
                }))}
                value={String(days)}
                onValueChange={value => setDays(Number(value))}
              />
            </Field>
          </div>
        </CardBody>
      </Card>
      {attributes.length === 0 ? (
        <EmptyState
          kind="no-results"
          title={<FormattedMessage id="Review.Linked.None" />}
          description={<FormattedMessage id="Review.Linked.NoneText" />}
        />
      ) : results.isPending ? (
        <Card>
          <SkeletonRows rows={8} className="*:px-4" />
        </Card>
      ) : results.data === undefined ? (
        <QueryError error={results.error} onRetry={() => void results.refetch()} />
      ) : (
        <LinkedTables query={query} origin={row} attributes={attributes} analysis={results.data as LinkAnalysis} />
      )}
    </div>
  )
}
