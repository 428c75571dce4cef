import { DecisionBadge, Field, Input, KeyValue, KeyValueList, Select } from '@assay/design-system'
import { FormattedMessage, useIntl } from 'react-intl'
import { useQueues } from '../case-routing/routing-filters.tsx'
import { type DecisionKind, decisionKinds, type VisualHead } from './visual-clause.ts'

interface VisualHeadFieldsProps {
  head: VisualHead
  readOnly: boolean
  onChange: (head: VisualHead) => void
}

/** The result of a clause: its decision with its texts, or its queue. */
export function VisualHeadFields({ head, readOnly, onChange }: VisualHeadFieldsProps) {
  if (head.kind === 'route') return <QueueField head={head} readOnly={readOnly} onChange={onChange} />
  return readOnly ? <DecisionView head={head} /> : <DecisionFields head={head} onChange={onChange} />
}

type Decide = Extract<VisualHead, { kind: 'decide' }>
type Route = Extract<VisualHead, { kind: 'route' }>

function DecisionView({ head: { decision, reason, supportMessage, challengeType } }: { head: Decide }) {
  return (
    <KeyValueList termWidth="sm">
      <KeyValue term={<FormattedMessage id="Rules.Visual.Decision" />}>
        <DecisionBadge decision={decision} />
      </KeyValue>
      {challengeType === '' ? null : (
        <KeyValue term={<FormattedMessage id="Rules.Evaluation.ChallengeType" />}>
          <bdi>{challengeType}</bdi>
        </KeyValue>
      )}
      {reason === '' ? null : (
        <KeyValue term={<FormattedMessage id="Rules.Evaluation.Reason" />}>
          <bdi>{reason}</bdi>
        </KeyValue>
      )}
      {supportMessage === '' ? null : (
        <KeyValue term={<FormattedMessage id="Rules.Evaluation.SupportMessage" />}>
          <bdi>{supportMessage}</bdi>
        </KeyValue>
      )}
    </KeyValueList>
  )
}

function DecisionFields({ head, onChange }: { head: Decide; onChange: (head: VisualHead) => void }) {
  const intl = useIntl()
  const { decision, reason, supportMessage, challengeType } = head
  const choose = (next: DecisionKind) =>
    onChange({ ...head, decision: next, challengeType: next !== 'Challenge' ? '' : challengeType || 'SMS' })
  return (
    <div className="grid grid-cols-1 gap-3 @min-[36rem]:grid-cols-2">
      <Field label={<FormattedMessage id="Rules.Visual.Decision" />}>
        <Select<DecisionKind>
          value={decision}
          onValueChange={choose}
          options={decisionKinds.map(value => ({
            value,
            label: intl.formatMessage({ id: `DesignSystem.Decision.${value.toLowerCase()}` }),
          }))}
        />
      </Field>
      {decision === 'Challenge' ? (
        <Field label={<FormattedMessage id="Rules.Evaluation.ChallengeType" />}>
          <Input
            dir="auto"
            value={challengeType}
            onChange={event => onChange({ ...head, challengeType: event.target.value })}
          />
        </Field>
      ) : null}
      <Field label={<FormattedMessage id="Rules.Evaluation.Reason" />}>
        <Input dir="auto" value={reason} onChange={event => onChange({ ...head, reason: event.target.value })} />
      </Field>
      <Field label={<FormattedMessage id="Rules.Evaluation.SupportMessage" />}>
        <Input
          dir="auto"
          value={supportMessage}
          onChange={event => onChange({ ...head, supportMessage: event.target.value })}
        />
      </Field>
    </div>
  )
}

/** Only existing queues are offered; a missing one that the rule names stays visible, with its error below. */
function QueueField({
  head,
  readOnly,
  onChange,
}: {
  head: Route
  readOnly: boolean
  onChange: (head: VisualHead) => void
}) {
  const { names } = useQueues()
  if (readOnly)
    return (
      <KeyValueList termWidth="sm">
        <KeyValue term={<FormattedMessage id="Routing.Column.Queue" />}>
          <bdi>{head.queue}</bdi>
        </KeyValue>
      </KeyValueList>
    )
  const queues = names.some(name => name.toLowerCase() === head.queue.toLowerCase()) ? names : [head.queue, ...names]
  return (
    <Field
      label={<FormattedMessage id="Routing.Column.Queue" />}
      description={<FormattedMessage id="Rules.Visual.QueueNote" />}
      className="max-w-sm"
    >
      <Select
        value={queues.find(name => name.toLowerCase() === head.queue.toLowerCase()) ?? head.queue}
        options={queues.map(name => ({ value: name, label: name }))}
        onValueChange={queue => onChange({ ...head, queue })}
      />
    </Field>
  )
}
