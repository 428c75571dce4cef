import { Checkbox, createColumns, type DataColumn } from '@assay/design-system'
import type { DecidedCase, EventRow, LinkedCase, LinkedEvent } from '@assay/risk-service/contract'
import { useMemo } from 'react'
import { useIntl } from 'react-intl'
import { resultMessageOf } from '../../../platform/cases/case-refusals.ts'
import { useHref } from '../../../platform/environments/environments.tsx'
import { idLabelOf, labelNames, scoreOf } from '../../../platform/events/event-names.ts'
import { majorUnits } from '../../../platform/i18n/money.ts'
import type { LinkChoice } from './link-chips.tsx'

export interface TickedRows {
  ticked: ReadonlySet<string>
  onTick: (row: LinkedCase, ticked: boolean) => void
}

/** Columns of the events that share values with an event; open cases begin with a box to tick. */
export function useLinkedColumns(
  eventType: EventRow['eventType'],
  choices: readonly LinkChoice[],
  { ticked, onTick }: TickedRows,
) {
  const intl = useIntl()
  const href = useHref()
  return useMemo(() => {
    const common = <Row extends LinkedEvent>(): DataColumn<Row>[] => {
      const c = createColumns<Row>()
      return [
        c.idLink('externalId', {
          labelId: idLabelOf(eventType),
          value: ({ row }) => row.externalId,
          href: ({ row }) =>
            href(`/search/${row.eventType}/${row.environmentId}/${encodeURIComponent(row.externalId)}`),
        }),
        c.dateTime('at', { labelId: 'Events.Column.At', value: ({ row }) => row.at }),
        c.score('riskScore', { labelId: 'Events.Column.RiskScore', value: ({ row }) => scoreOf(row) }),
        c.money('amount', {
          labelId: 'Events.Column.Amount',
          value: ({ row }) =>
            row.amount === null || row.currency === null ? null : majorUnits(row.amount, row.currency),
          currency: ({ row }) => row.currency ?? '',
        }),
        c.decision('decision', { labelId: 'Review.Links.RuleDecision', value: ({ row }) => row.decision }),
      ]
    }
    const shared = <Row extends LinkedEvent>(): DataColumn<Row>[] => {
      const c = createColumns<Row>()
      return [
        c.text('email', { labelId: 'Events.Column.Email', value: ({ row }) => row.email }),
        c.choice('label', {
          labelId: 'Events.Column.Label',
          value: ({ row }) => row.label,
          names: labelNames(intl),
        }),
        c.tags('links', {
          labelId: 'Review.Links.Shared',
          value: ({ links }) =>
            links.flatMap(index => {
              const choice = choices[index]
              return choice ? [intl.formatMessage({ id: `Events.Entity.${choice.type}` })] : []
            }),
        }),
      ]
    }
    const open = createColumns<LinkedCase>()
    const decided = createColumns<DecidedCase>()
    return {
      open: [
        open.custom('tick', {
          labelId: 'Review.Links.Tick',
          control: true,
          value: () => null,
          cell: entry => {
            const reason =
              entry.refusal === null
                ? undefined
                : intl.formatMessage(
                    { id: resultMessageOf(entry.refusal) },
                    { by: '', named: 'false', timed: 'false', time: '' },
                  )
            return (
              <span title={reason}>
                <Checkbox
                  aria-label={intl.formatMessage({ id: 'Review.Links.TickRow' }, { id: entry.row.externalId })}
                  checked={ticked.has(entry.case.id)}
                  disabled={entry.refusal !== null}
                  onCheckedChange={checked => onTick(entry, checked === true)}
                />
              </span>
            )
          },
        }),
        ...common<LinkedCase>(),
        open.text('reviewer', { labelId: 'Cases.Column.Reviewer', value: entry => entry.case.lock?.owner.name }),
        open.text('queue', { labelId: 'Review.Links.Queue', value: entry => entry.case.queueName }),
        ...shared<LinkedCase>(),
      ],
      decided: [
        ...common<DecidedCase>(),
        decided.text('review', { labelId: 'Review.Links.ReviewDecision', value: ({ outcome }) => outcome.decision }),
        decided.text('reason', { labelId: 'Events.Column.Reason', value: ({ outcome }) => outcome.reason }),
        decided.text('by', { labelId: 'Cases.Column.Reviewer', value: ({ outcome }) => outcome.by?.name }),
        ...shared<DecidedCase>(),
      ],
      others: [...common<LinkedEvent>(), ...shared<LinkedEvent>()],
    }
  }, [intl, href, eventType, choices, ticked, onTick])
}
