import { Button, EmptyState, Field, Select, SidePanel, useFormat } from '@assay/design-system'
import type { ContrastEntry, ContrastFinding, ContrastOutput } from '@assay/risk-service/contract'
import { type ReactNode, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { Link } from 'react-router-dom'
import { ChosenFindings } from '../../../platform/contrast/draft/chosen-findings.tsx'
import { type ClauseTarget, DraftDialog } from '../../../platform/contrast/draft/draft-dialog.tsx'
import { useComparison } from '../../../platform/contrast/draft/use-comparison.ts'
import type { EntryNames } from '../../../platform/contrast/finding-item.tsx'
import { useCan, useHref } from '../../../platform/environments/environments.tsx'
import { NoAccess } from '../../../platform/permissions/no-access.tsx'
import {
  choiceParameter,
  defaultedParameter,
  optionalParameter,
  useSearchState,
} from '../../../platform/router/use-search-state.ts'
import {
  type ComparedRule,
  comparisonOf,
  daysOf,
  findingSearch,
  fraudSearch,
  missedComparisons,
  missedPeriods,
} from './missed-comparison.ts'

/**
 * In the address: the period of the events, while the panel is open, and what missed fraud is compared with; then the
 * draft that a clause was added to, with its back-test.
 */
const searchSchema = {
  missed: choiceParameter(missedPeriods),
  with: defaultedParameter(missedComparisons, 'caught'),
  view: optionalParameter,
  backtest: optionalParameter,
}
const closed = { missed: null, with: 'caught' } as const

/** Whether the panel is open, and what opens and closes it. */
export function useMissedFraud() {
  const [{ missed: period, with: comparedWith }, setSearchState] = useSearchState(searchSchema)
  return {
    period,
    comparedWith,
    open: () => setSearchState({ missed: '90d' }, 'push'),
    close: () => setSearchState(closed, 'push'),
    /** Shows the draft of the rule in its place, with the result of its back-test if it has one. */
    showDraft: (tested: boolean) =>
      setSearchState({ ...closed, view: null, ...(tested ? { backtest: 'latest' } : {}) }, 'push'),
    choose: (changes: Partial<Pick<ComparedRule, 'period' | 'comparedWith'>>) =>
      setSearchState({
        ...(changes.period ? { missed: changes.period } : {}),
        ...(changes.comparedWith ? { with: changes.comparedWith } : {}),
      }),
  }
}

interface MissedFraudPanelProps {
  rule: Pick<ComparedRule, 'environmentId' | 'eventType' | 'ruleId' | 'name'>
  /** The rule as one that a clause can be added to; undefined for who may not change it. */
  own: ClauseTarget | undefined
}

/** What the fraud has in common that a rule missed, beside what it caught, and a clause of the values that were chosen. */
export function MissedFraudPanel({ rule, own }: MissedFraudPanelProps) {
  const { period, close } = useMissedFraud()
  const can = useCan()
  if (period === null) return null
  if (can('search')) return <Comparison rule={rule} own={own} />
  return (
    <Frame name={rule.name} onClose={close}>
      <NoAccess capability="search" />
    </Frame>
  )
}

function Frame({ name, onClose, children }: { name: string; onClose: () => void; children: ReactNode }) {
  return (
    <SidePanel
      variant="modal"
      className="sm:max-w-dialog-lg"
      title={<FormattedMessage id="Rules.MissedFraud.Of" values={{ name: <bdi key="name">{name}</bdi> }} />}
      onClose={onClose}
    >
      {children}
    </SidePanel>
  )
}

function Comparison({ rule, own }: MissedFraudPanelProps) {
  const intl = useIntl()
  const can = useCan()
  const { timeZone } = useFormat()
  const { period, comparedWith, choose, close } = useMissedFraud()
  const [drafting, setDrafting] = useState(false)
  const compared: ComparedRule = { ...rule, period: period ?? '90d', comparedWith, timeZone }
  const input = comparisonOf(compared)
  const comparison = useComparison(input)
  const id = JSON.stringify(input)
  // Values that were chosen belong to the comparison that found them.
  const [choice, setChoice] = useState<{ id: string; values: readonly ContrastEntry[] }>({ id, values: [] })
  const chosen = choice.id === id ? choice.values : []
  const write = can('rules', 'write')
  if (drafting)
    return (
      <DraftDialog
        comparison={input}
        values={chosen}
        hubOf={comparison.hubOf}
        own={own}
        wording={{
          name: intl.formatMessage({ id: 'Rules.MissedFraud.Open' }),
          description: intl.formatMessage({ id: 'Rules.MissedFraud.Description' }, { name: rule.name }),
          reason: intl.formatMessage({ id: 'Rules.MissedFraud.Reason' }),
        }}
        onBack={() => setDrafting(false)}
        onClose={close}
      />
    )
  return (
    <Frame name={rule.name} onClose={close}>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-3 p-4">
        <p className="text-sm font-medium">
          <FormattedMessage id="Rules.MissedFraud.Intro" />
        </p>
        <div className="flex flex-wrap items-end gap-3">
          <Field label={<FormattedMessage id="Rules.Backtest.Period" />} className="min-w-[8rem] flex-1">
            <Select
              options={missedPeriods.map(value => ({
                value,
                label: intl.formatMessage({ id: 'Rules.Backtest.Days' }, { count: daysOf[value] }),
              }))}
              value={compared.period}
              onValueChange={next => choose({ period: missedPeriods.find(each => each === next) ?? compared.period })}
            />
          </Field>
          <Field label={<FormattedMessage id="Search.Compare.With" />} className="min-w-[12rem] flex-2">
            <Select
              options={missedComparisons.map(value => ({
                value,
                label: intl.formatMessage({
                  id: value === 'caught' ? 'Rules.MissedFraud.With.caught' : 'Search.Compare.With.others',
                }),
              }))}
              value={comparedWith}
              onValueChange={next =>
                choose({ comparedWith: missedComparisons.find(each => each === next) ?? comparedWith })
              }
            />
          </Field>
        </div>
        <p className="text-xs text-fg-secondary">
          <FormattedMessage id={`Rules.MissedFraud.Sets.${comparedWith}`} />
        </p>
        <SetLinks rule={compared} />
        <ChosenFindings
          comparison={comparison}
          eventType={rule.eventType}
          chosen={write ? chosen : null}
          onChoose={values => setChoice({ id, values })}
          act={(finding, names) => <FindingLink rule={compared} finding={finding} names={names} />}
          tooFew={output => (
            <TooFew output={output} comparedWith={comparedWith} onOthers={() => choose({ comparedWith: 'others' })} />
          )}
        />
      </div>
      {write && chosen.length > 0 ? (
        <div className="sticky inset-be-0 flex justify-end border-bs border-line bg-surface-raised p-4">
          <Button variant="primary" onClick={() => setDrafting(true)}>
            <FormattedMessage
              id={own ? 'Rules.MissedFraud.Draft' : 'Explorer.Share.Draft'}
              values={{ count: chosen.length }}
            />
          </Button>
        </div>
      ) : null}
    </Frame>
  )
}

/** Both sets of fraud in the search. */
function SetLinks({ rule }: { rule: ComparedRule }) {
  const href = useHref()
  return (
    <p className="flex flex-wrap gap-x-4 gap-y-1 text-xs">
      {(['missed', 'caught'] as const).map(outcome => (
        <Link key={outcome} className="text-link hover:underline" to={href('/search', fraudSearch(rule, outcome))}>
          <FormattedMessage id={`Rules.MissedFraud.Search.${outcome}`} />
        </Link>
      ))}
    </p>
  )
}

interface FindingLinkProps {
  rule: ComparedRule
  finding: ContrastFinding
  names: EntryNames
}

/** The events with a value in the search, where it can find them. */
function FindingLink({ rule, finding, names }: FindingLinkProps) {
  const intl = useIntl()
  const href = useHref()
  const search = findingSearch(rule, finding)
  return search ? (
    <Link
      className="shrink-0 text-xs text-link hover:underline"
      aria-label={intl.formatMessage({ id: 'Rules.MissedFraud.Search.Label' }, { ...names })}
      to={href('/search', search)}
    >
      <FormattedMessage id="Rules.MissedFraud.Search" />
    </Link>
  ) : null
}

interface TooFewProps {
  output: ContrastOutput
  comparedWith: ComparedRule['comparedWith']
  /** Compares with all other events, of which there are enough. */
  onOthers: () => void
}

/** How many labels there are, and how many a comparison needs. */
function TooFew({ output: { a, b, minEvents }, comparedWith, onOthers }: TooFewProps) {
  return (
    <EmptyState
      kind="no-results"
      title={<FormattedMessage id="Rules.MissedFraud.TooFew" />}
      description={
        <FormattedMessage
          id={`Rules.MissedFraud.TooFew.${comparedWith}`}
          values={{ count: minEvents, missed: a.compared, caught: b.compared }}
        />
      }
      {...(comparedWith === 'caught' && a.compared >= minEvents
        ? {
            actions: (
              <Button onClick={onOthers}>
                <FormattedMessage id="Search.Compare.With.others" />
              </Button>
            ),
          }
        : {})}
    />
  )
}
