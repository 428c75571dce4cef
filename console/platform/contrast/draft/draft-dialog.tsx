import { Button, Callout, Field, Select, useFormat } from '@assay/design-system'
import { type ContrastEntry, type ContrastInput, type GraphHub, graphLimits } from '@assay/risk-service/contract'
import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { FormDialog } from '../../forms/form-dialog.tsx'
import { attributeLabel, valueLabel } from '../value-texts.ts'
import { countedEntities, frequencyCondition } from './frequency.ts'
import { type Frequency, FrequencyFields, useEarlierCounts } from './frequency-fields.tsx'
import { HubWarning } from './hub-warning.tsx'
import {
  clauseOf,
  conditionOfAll,
  type DraftDecision,
  draftDecisions,
  keyOf,
  type ValueMatch,
  valueMatches,
} from './rule-text.ts'
import { useTestedDraft } from './use-tested-draft.ts'

/** A clause recognises the values themselves, or that an entity has had many events before. */
const draftKinds = ['values', 'frequency'] as const

/** What a drafted rule says about itself. */
interface DraftWording {
  /** Its name; a number follows where another rule has it. */
  name: string
  description: string
  /** What the answer of an event that it decides gives as the reason. */
  reason: string
}

/** A rule that is being edited, and can have the clause in place of a new rule. */
export interface ClauseTarget {
  name: string
  /** It has a condition, without which none of its clauses runs. */
  conditional: boolean
  /** The clause is being added. */
  running: boolean
  add: (clause: string) => void
}

const targets = ['own', 'new'] as const

interface DraftDialogProps {
  /** What was compared. */
  comparison: ContrastInput
  /** The values that were chosen. */
  values: readonly ContrastEntry[]
  hubOf: (entry: ContrastEntry) => GraphHub | undefined
  wording: DraftWording
  /** The rule whose clause it can be; undefined: a new rule is drafted. */
  own?: ClauseTarget | undefined
  onBack: () => void
  onClose: () => void
}

/** A rule, or a clause of one, of chosen values: its decision and its text, before it is drafted and back-tested. */
export function DraftDialog({ comparison, values, hubOf, wording, own, onBack, onClose }: DraftDialogProps) {
  const intl = useIntl()
  const format = useFormat()
  const { environmentId, eventType } = comparison
  const draft = useTestedDraft(environmentId)
  const [target, setTarget] = useState<(typeof targets)[number]>('own')
  const rule = target === 'own' ? own : undefined
  const entities = countedEntities(values)
  const [frequency, setFrequency] = useState<Frequency | null>(null)
  const earlier = useEarlierCounts(comparison, frequency)
  const [match, setMatch] = useState<ValueMatch>('all')
  const [decision, setDecision] = useState<DraftDecision>('Review')
  const several = new Set(values.map(({ attribute }) => attribute)).size > 1
  const condition =
    frequency === null
      ? conditionOfAll(values, match)
      : earlier.least === null
        ? null
        : frequencyCondition(frequency.counted, frequency.window, earlier.least)
  const clause = condition && clauseOf(condition, decision, wording.reason)
  const hubs = values.flatMap(entry => {
    const hub = hubOf(entry)
    return hub ? [{ entry, hub }] : []
  })
  return (
    <FormDialog
      title={<FormattedMessage id={own ? 'Contrast.Draft.Clause.Title' : 'Explorer.Share.Draft.Title'} />}
      description={<FormattedMessage id="Explorer.Share.Draft.Text" values={{ count: graphLimits.defaultDays }} />}
      confirm={<FormattedMessage id="Explorer.Share.Draft.Confirm" />}
      extra={
        <Button onClick={onBack}>
          <FormattedMessage id="Explorer.Share.Back" />
        </Button>
      }
      running={draft.isPending || (rule?.running ?? false)}
      ready={clause !== null}
      refusal={null}
      onSubmit={() => {
        if (clause === null) return
        if (rule) rule.add(clause)
        else
          draft.mutate(
            { eventType, name: wording.name, description: wording.description, clause },
            { onSuccess: onClose },
          )
      }}
      onClose={onClose}
    >
      {own ? (
        <Field label={<FormattedMessage id="Contrast.Draft.Target" />}>
          <Select
            options={targets.map(value => ({
              value,
              label: intl.formatMessage({ id: `Contrast.Draft.Target.${value}` }, { name: own.name }),
            }))}
            value={target}
            onValueChange={next => setTarget(targets.find(each => each === next) ?? target)}
          />
        </Field>
      ) : null}
      {rule?.conditional ? (
        <Callout tone="info">
          <FormattedMessage id="Contrast.Draft.Conditional" />
        </Callout>
      ) : null}
      {entities[0] ? (
        <Field label={<FormattedMessage id="Explorer.Share.Kind" />}>
          <Select
            options={draftKinds.map(value => ({
              value,
              label: intl.formatMessage({ id: `Explorer.Share.Kind.${value}` }),
            }))}
            value={frequency === null ? 'values' : 'frequency'}
            onValueChange={next =>
              setFrequency(
                next === 'frequency' && entities[0] ? { counted: entities[0], window: '1d', least: undefined } : null,
              )
            }
          />
        </Field>
      ) : null}
      {frequency ? (
        <FrequencyFields entities={entities} frequency={frequency} earlier={earlier} onChange={setFrequency} />
      ) : null}
      {several && frequency === null ? (
        <Field label={<FormattedMessage id="Explorer.Share.Match" />}>
          <Select
            options={valueMatches.map(value => ({
              value,
              label: intl.formatMessage({ id: `Explorer.Share.Match.${value}` }),
            }))}
            value={match}
            onValueChange={next => setMatch(valueMatches.find(each => each === next) ?? match)}
          />
        </Field>
      ) : null}
      <Field label={<FormattedMessage id="Events.Column.Decision" />}>
        <Select
          options={draftDecisions.map(value => ({
            value,
            label: intl.formatMessage({ id: `DesignSystem.Decision.${value.toLowerCase()}` }),
          }))}
          value={decision}
          onValueChange={next => setDecision(draftDecisions.find(each => each === next) ?? decision)}
        />
      </Field>
      <section aria-labelledby="share-rule-text" className="grid grid-cols-[minmax(0,1fr)] gap-1">
        <h3 id="share-rule-text" className="text-sm font-medium">
          <FormattedMessage id="Explorer.Share.Text" />
        </h3>
        <pre
          dir="ltr"
          className="rounded-control bg-surface-sunken p-3 font-mono text-xs whitespace-pre-wrap wrap-anywhere"
        >
          {clause}
        </pre>
      </section>
      {hubs.length > 0 ? (
        <ul className="grid gap-2">
          {hubs.map(({ entry, hub }) => (
            <li key={keyOf(entry)} className="text-sm">
              <bdi>
                <FormattedMessage
                  id="Search.Compare.Entry"
                  values={{
                    attribute: attributeLabel(intl, eventType, entry.attribute),
                    value: valueLabel(intl, format, entry.attribute, entry.value, undefined),
                  }}
                />
              </bdi>
              <HubWarning hub={hub} />
            </li>
          ))}
        </ul>
      ) : null}
    </FormDialog>
  )
}
