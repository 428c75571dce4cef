import {
  Callout,
  createColumns,
  DecisionBadge,
  KeyValue,
  KeyValueList,
  Link,
  SimpleTable,
  useFormat,
} from '@assay/design-system'
import type { Outage, OutageResult } from '@assay/risk-service/contract'
import { useCallback, useMemo } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { Link as RouterLink } from 'react-router-dom'
import { useCan, useEnvironment, useHref } from '../../../platform/environments/environments.tsx'
import { rulesPathOf } from '../../../platform/router/rules-path.ts'
import { OutageEvents } from './outage-events.tsx'

type MatrixRow = OutageResult['matrix'][number]
type RuleRow = OutageResult['rules'][number]
type VelocityRow = OutageResult['velocities'][number]

const matrixColumns = createColumns<MatrixRow>()
const ruleColumns = createColumns<RuleRow>()
const velocityColumns = createColumns<VelocityRow>()
const plain = { sortable: false, filter: false } as const

/** Decisions that an outage changes, and the rules and velocities that miss the field. */
export function OutageResultView({ outage, result }: { outage: Outage; result: OutageResult }) {
  const intl = useIntl()
  const format = useFormat()
  const tables = useTables(outage.eventType)
  const usd = (cents: number) => format.money(cents / 100, 'USD')
  const moved = result.matrix.filter(({ before, after }) => before !== after)
  return (
    <div className="flex flex-col gap-4">
      <KeyValueList>
        <KeyValue term={intl.formatMessage({ id: 'Ontology.Outage.Events' })}>{format.number(result.events)}</KeyValue>
        <KeyValue term={intl.formatMessage({ id: 'Ontology.Outage.WithField' })}>
          {format.number(result.withField)}
        </KeyValue>
        <KeyValue
          term={intl.formatMessage({ id: 'Ontology.Outage.Changed' })}
          qualifier={usd(result.changed.amountUsd)}
        >
          {format.number(result.changed.events)}
        </KeyValue>
        <KeyValue term={intl.formatMessage({ id: 'Ontology.Outage.AsDecided' })}>
          {format.number(result.asDecided)}
        </KeyValue>
      </KeyValueList>
      {result.withField === 0 ? (
        <Callout tone="info">
          <FormattedMessage id="Ontology.Outage.NobodySends" />
        </Callout>
      ) : null}
      {moved.length === 0 ? (
        <p className="text-sm text-fg-secondary">
          <FormattedMessage id="Ontology.Outage.NoChange" />
        </p>
      ) : (
        <SimpleTable
          gutter="none"
          label={intl.formatMessage({ id: 'Ontology.Outage.Decisions' })}
          columns={tables.matrix}
          rows={moved}
          getRowId={row => `${row.before} ${row.after}`}
        />
      )}
      {result.rules.length === 0 ? null : (
        <SimpleTable
          gutter="none"
          label={intl.formatMessage({ id: 'Ontology.Outage.Rules' })}
          columns={tables.rules}
          rows={result.rules}
          getRowId={row => row.ruleId}
        />
      )}
      {result.velocities.length === 0 ? null : (
        <SimpleTable
          gutter="none"
          label={intl.formatMessage({ id: 'Ontology.Outage.Velocities' })}
          columns={tables.velocities}
          rows={result.velocities}
          getRowId={(row, index) => `${index} ${row.name}`}
        />
      )}
      {result.changed.events === 0 ? null : <OutageEvents outage={outage} />}
      <p className="text-xs text-fg-muted">
        <FormattedMessage id="Ontology.Outage.Scores" />
      </p>
      {result.notes.map(note => (
        <p key={note} className="text-xs text-fg-muted">
          <FormattedMessage id={`Rules.Backtest.Note.${note}`} />
        </p>
      ))}
    </div>
  )
}

/** Returns the address of a rule of this environment; null where the user, or this environment, has no page of it. */
function useRuleHref(eventType: string): (row: RuleRow) => string | null {
  const href = useHref()
  const can = useCan()
  const { id: own } = useEnvironment()
  return useCallback(
    ({ ruleId, environmentId }) =>
      environmentId === own && can('rules')
        ? href(rulesPathOf(eventType), new URLSearchParams({ rule: ruleId }))
        : null,
    [href, can, own, eventType],
  )
}

/** Columns of the tables of a result. */
function useTables(eventType: string) {
  const intl = useIntl()
  const format = useFormat()
  const hrefOf = useRuleHref(eventType)
  return useMemo(() => {
    const m = matrixColumns
    const r = ruleColumns
    const v = velocityColumns
    const stateOf = ({ isBlind, errors, defaults }: RuleRow): string =>
      [
        ...(isBlind ? [intl.formatMessage({ id: 'Ontology.Outage.Blind' })] : []),
        ...(errors > 0 ? [intl.formatMessage({ id: 'Ontology.Outage.Errors' }, { count: errors })] : []),
        ...(defaults > 0 ? [intl.formatMessage({ id: 'Ontology.Outage.Defaults' }, { count: defaults })] : []),
      ].join(' · ')
    return {
      matrix: [
        m.custom('before', {
          ...plain,
          labelId: 'Ontology.Outage.Before',
          rowHeader: true,
          value: row => row.before,
          cell: row => <DecisionBadge decision={row.before} />,
        }),
        m.custom('after', {
          ...plain,
          labelId: 'Ontology.Outage.After',
          value: row => row.after,
          cell: row => <DecisionBadge decision={row.after} />,
        }),
        m.number('events', { ...plain, labelId: 'Ontology.Outage.Events', value: row => row.events }),
        m.text('amount', {
          ...plain,
          labelId: 'Ontology.Outage.Amount',
          value: row => format.money(row.amountUsd / 100, 'USD'),
        }),
      ],
      rules: [
        r.custom('rule', {
          ...plain,
          labelId: 'Ontology.Use.rule',
          rowHeader: true,
          value: row => row.rule,
          cell: row => {
            const link = hrefOf(row)
            return link === null ? (
              <bdi>{row.rule}</bdi>
            ) : (
              <Link asChild>
                <RouterLink to={link}>
                  <bdi>{row.rule}</bdi>
                </RouterLink>
              </Link>
            )
          },
        }),
        r.number('before', { ...plain, labelId: 'Ontology.Outage.DecidedBefore', value: row => row.before }),
        r.number('after', { ...plain, labelId: 'Ontology.Outage.DecidedAfter', value: row => row.after }),
        r.text('state', { ...plain, labelId: 'Ontology.Outage.State', value: stateOf }),
      ],
      velocities: [
        v.text('name', { ...plain, labelId: 'Ontology.Outage.Velocity', rowHeader: true, value: row => row.name }),
        v.number('before', { ...plain, labelId: 'Ontology.Outage.CountedBefore', value: row => row.before }),
        v.number('after', { ...plain, labelId: 'Ontology.Outage.CountedAfter', value: row => row.after }),
      ],
    }
  }, [intl, format, hrefOf])
}
