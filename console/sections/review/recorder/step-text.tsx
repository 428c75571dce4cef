import type { RecorderStep } from '@assay/risk-service/contract'
import type { IntlShape } from 'react-intl'
import { FormattedMessage, useIntl } from 'react-intl'

type Sentence = [id: string, values?: Record<string, string | number>]

const reported = (word: string | null, intl: IntlShape): string =>
  intl.formatMessage({ id: 'Review.Timeline.Reported' }, { status: word ?? 'other' })

function reportSentence(step: Extract<RecorderStep, { kind: 'report' }>, intl: IntlShape): Sentence {
  const { report, type, status } = step
  if (report === 'status') return ['Review.Timeline.Status', { status: reported(type, intl) }]
  if (report === 'observation') return ['Review.Timeline.Observation', { name: type ?? '' }]
  if (report === 'bankEvent') return ['Review.Timeline.BankEvent', { type: type ?? '', status: reported(status, intl) }]
  return [
    report === 'chargeback' ? 'Review.Timeline.Chargeback' : 'Review.Timeline.Refund',
    { status: reported(status, intl) },
  ]
}

function caseSentence({ change, by, details }: Extract<RecorderStep, { kind: 'case' }>, intl: IntlShape): Sentence {
  const challenge =
    change === 'held' && details['awaiting'] === 'Challenge'
      ? 'challengeRequested'
      : change === 'resumed' && details['cause'] === 'challenge'
        ? 'challengeAnswered'
        : null
  return [
    `Review.Case.Event.${challenge ?? change.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase())}`,
    {
      name: by ?? intl.formatMessage({ id: 'Review.Case.Service' }),
      answer: typeof details['answer'] === 'string' ? details['answer'] : '',
    },
  ]
}

/** Returns the message of a step with its values. */
function sentenceOf(step: RecorderStep, intl: IntlShape): Sentence {
  switch (step.kind) {
    case 'enriched':
      return ['Recorder.Step.enriched', { count: step.facts }]
    case 'scored':
      return ['Recorder.Step.scored', { score: step.riskScore }]
    case 'reads':
      return step.state === 'ready'
        ? ['Recorder.Step.reads', { count: step.reads.length + step.omitted }]
        : [`Recorder.Reads.${step.state}`]
    case 'rules':
      return [
        'Review.Timeline.Rules',
        { fired: step.rules.filter(({ selected }) => selected).length, all: step.rules.length },
      ]
    case 'answered':
      return [
        'Recorder.Step.answered',
        { decision: intl.formatMessage({ id: `DesignSystem.Decision.${step.decision.toLowerCase()}` }) },
      ]
    case 'routed':
      return ['Recorder.Step.routed', { queue: step.queue }]
    case 'case':
      return caseSentence(step, intl)
    case 'delivery':
      return ['Recorder.Step.delivery', { state: step.state, name: step.subscription }]
    case 'report':
      return reportSentence(step, intl)
    case 'label':
      return [step.isFraud === true ? 'Review.Timeline.LabelFraud' : 'Review.Timeline.LabelNonFraud']
    case 'viewed':
      return ['Recorder.Step.viewed', { name: step.by, count: step.views }]
    case 'revealed':
      return ['Recorder.Step.revealed', { name: step.by }]
    case 'received':
    case 'validated':
    case 'committed':
      return [`Recorder.Step.${step.kind}`]
  }
}

/** Values by which a message chooses among its forms; they are never shown. */
const keywords: ReadonlySet<string> = new Set(['state', 'answer'])

/** The sentence of a step; its values keep their own direction. */
export function StepText({ step }: { step: RecorderStep }) {
  const intl = useIntl()
  const [id, values = {}] = sentenceOf(step, intl)
  return (
    <FormattedMessage
      id={id}
      values={Object.fromEntries(
        Object.entries(values).map(([name, value]) => [
          name,
          typeof value === 'number' || keywords.has(name) ? value : <bdi key={name}>{value}</bdi>,
        ]),
      )}
    />
  )
}
