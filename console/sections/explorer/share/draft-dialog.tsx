import { Button, Field, Select, useFormat } from '@assay/design-system'
import { type ContrastEntry, type GraphHub, graphLimits } from '@assay/risk-service/contract'
import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { attributeLabel, valueLabel } from '../../../platform/contrast/value-texts.ts'
import { FormDialog } from '../../../platform/forms/form-dialog.tsx'
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

interface DraftDialogProps {
  environmentId: string
  eventType: string
  /** The values that were chosen. */
  values: readonly ContrastEntry[]
  hubOf: (entry: ContrastEntry) => GraphHub | undefined
  onBack: () => void
  onClose: () => void
}

/** A rule of chosen values: its decision and its text, before it is drafted and back-tested. */
export function DraftDialog({ environmentId, eventType, values, hubOf, onBack, onClose }: DraftDialogProps) {
  const intl = useIntl()
  const format = useFormat()
  const draft = useTestedDraft(environmentId)
  const [match, setMatch] = useState<ValueMatch>('all')
  const [decision, setDecision] = useState<DraftDecision>('Review')
  const several = new Set(values.map(({ attribute }) => attribute)).size > 1
  const condition = conditionOfAll(values, match)
  const clause = condition && clauseOf(condition, decision, intl.formatMessage({ id: 'Explorer.Share.Reason' }))
  const hubs = values.flatMap(entry => {
    const hub = hubOf(entry)
    return hub ? [{ entry, hub }] : []
  })
  return (
    <FormDialog
      title={<FormattedMessage id="Explorer.Share.Draft.Title" />}
      description={<FormattedMessage id="Explorer.Share.Draft.Text" values={{ count: graphLimits.defaultDays }} />}
      confirm={<FormattedMessage id="Explorer.Share.Draft.Confirm" />}
      extra={
        <Button onClick={onBack}>
          <FormattedMessage id="Explorer.Share.Back" />
        </Button>
      }
      running={draft.isPending}
      ready={clause !== null}
      refusal={null}
      onSubmit={() => {
        if (clause === null) return
        const description = intl.formatMessage({ id: 'Explorer.Share.Description' }, { count: values.length })
        draft.mutate({ eventType, description, clause }, { onSuccess: onClose })
      }}
      onClose={onClose}
    >
      {several ? (
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
        {/* Scrolls sideways on its own: reachable by keyboard. */}
        <pre dir="ltr" tabIndex={0} className="overflow-x-auto rounded-control bg-surface-sunken p-3 font-mono text-xs">
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
