import { Button, Card, CardHeader, useFormat } from '@assay/design-system'
import type { LossEntity, LossOpenings } from '@assay/risk-service/contract'
import { useInfiniteQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { api } from '../../../platform/api/client.ts'
import { useEnvironment } from '../../../platform/environments/environments.tsx'
import { QueryError } from '../../../platform/errors/page-error.tsx'
import { useMonthName } from '../use-month-name.ts'

/** Who opened the file of a member of staff, what was cleared, and what the clearances changed. */
export function EntityFile({ entity }: { entity: LossEntity }) {
  const intl = useIntl()
  const format = useFormat()
  const monthName = useMonthName()
  const { kind, id, openUntil, clearances, months } = entity
  const time = (at: string) => <bdi key="time">{format.dateTime(at, 'UTC')}</bdi>
  const lighter = months.filter(({ score, plainScore }) => score !== plainScore)
  return (
    <Card className="min-w-0">
      <CardHeader title={<FormattedMessage id="LossPrevention.File" />} />
      <div className="flex flex-col gap-3 px-4 pbe-4 text-sm">
        {kind === 'staff' ? (
          <>
            {openUntil === null ? null : (
              <p className="font-medium">
                <FormattedMessage id="LossPrevention.OpenUntil" values={{ time: time(openUntil) }} />
              </p>
            )}
            <Openings id={id} />
          </>
        ) : null}
        <Entries
          title={<FormattedMessage id="LossPrevention.Clearances" />}
          none={<FormattedMessage id="LossPrevention.Clearances.None" />}
          entries={clearances.map(({ month, reason, note, by }) => (
            <FormattedMessage
              key={`${month} ${reason}`}
              id="LossPrevention.Clearance"
              values={{
                reason: intl.formatMessage({ id: `LossPrevention.Reason.${reason}` }),
                month: monthName(month),
                name: <bdi key="name">{by}</bdi>,
                note: <bdi key="note">{note}</bdi>,
              }}
            />
          ))}
        />
        {lighter.map(({ month, score, plainScore }) => (
          <p key={month} className="text-xs text-fg-secondary">
            <FormattedMessage
              id="LossPrevention.PlainScore"
              values={{ month: monthName(month), score, plain: plainScore }}
            />
          </p>
        ))}
      </div>
    </Card>
  )
}

/** Who opened the file, the latest first, page by page. */
function Openings({ id }: { id: string }) {
  const format = useFormat()
  const { id: environmentId } = useEnvironment()
  const query = useInfiniteQuery(
    api.lossPrevention.openings.infiniteOptions({
      input: (cursor: string | null) => ({ environmentId, id, cursor }),
      initialPageParam: null as string | null,
      getNextPageParam: page => page.next ?? undefined,
      staleTime: 60_000,
    }),
  )
  const openings = (query.data?.pages ?? []).flatMap(page => (page as LossOpenings).openings)
  if (query.isError && query.data === undefined)
    return <QueryError error={query.error} onRetry={() => void query.refetch()} />
  return query.data === undefined ? null : (
    <>
      <Entries
        title={<FormattedMessage id="LossPrevention.Openings" />}
        none={<FormattedMessage id="LossPrevention.Openings.None" />}
        entries={openings.map(({ id: openingId, by, at, reason }) => (
          <FormattedMessage
            key={openingId}
            id="LossPrevention.Opening"
            values={{
              name: <bdi key="name">{by}</bdi>,
              time: <bdi key="time">{format.dateTime(at, 'UTC')}</bdi>,
              reason: <bdi key="why">{reason}</bdi>,
            }}
          />
        ))}
      />
      {query.hasNextPage ? (
        <Button
          size="sm"
          className="self-start"
          loading={query.isFetchingNextPage}
          onClick={() => void query.fetchNextPage()}
        >
          <FormattedMessage id="LossPrevention.Openings.More" />
        </Button>
      ) : null}
    </>
  )
}

interface EntriesProps {
  title: ReactNode
  none: ReactNode
  entries: readonly ReactNode[]
}

function Entries({ title, none, entries }: EntriesProps) {
  return (
    <section className="flex flex-col gap-1">
      <h3 className="text-xs font-medium text-fg-secondary">{title}</h3>
      {entries.length === 0 ? (
        <p className="text-fg-muted">{none}</p>
      ) : (
        <ul className="flex flex-col gap-1">
          {entries.map((entry, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the entries are only ever shown as a whole
            <li key={index} className="wrap-anywhere">
              {entry}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
