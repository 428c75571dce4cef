import { Card, CardBody, CardHeader, Field, Input, SegmentedControl } from '@assay/design-system'
import { type Case } from '@assay/risk-service/contract'
import { useRef, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { client } from '../../../../platform/api/client.ts'
import { useHasPassed } from '../../../../platform/api/use-server-time.ts'
import { caseInputOf } from '../../../../platform/cases/case-links.ts'
import { useHotkeys } from '../../../../platform/hotkeys/index.ts'
import { openQuestions } from '../decision/open-questions.ts'
import { caseModeOf } from '../model/case-mode.ts'
import { useCaseMutation } from '../model/use-case-mutation.ts'

type Question = Case['checklist'][number]

/** Maximum length of an answer. */
const maxAnswer = 1000

/** Questions that the queue asks about each case; answers are saved at once. Nothing for a queue without any. */
export function ChecklistCard({ row }: { row: Case }) {
  const intl = useIntl()
  const card = useRef<HTMLDivElement>(null)
  const lockEnded = useHasPassed(row.lock === null ? null : Date.parse(row.lock.expiresAt))
  const editable = caseModeOf(row, lockEnded) === 'review'
  const { mutate, isPending } = useCaseMutation<{ id: string; answer: string | null }>({
    mutationFn: ({ id, answer }) =>
      client.cases.setChecklist({
        ...caseInputOf(row),
        leaseToken: row.own.leaseToken ?? '',
        answers: { [id]: answer },
      }),
  })
  const hasQuestions = row.checklist.length > 0
  useHotkeys(
    { id: 'checklist', label: intl.formatMessage({ id: 'Review.Case.Keys' }) },
    hasQuestions
      ? [
          {
            id: 'checklist',
            keys: 'p',
            label: intl.formatMessage({ id: 'Review.Case.Checklist.Go' }),
            run: () => card.current?.querySelector<HTMLElement>('input, [role="radio"], button')?.focus(),
          },
        ]
      : [],
  )
  if (!hasQuestions) return null
  const answered = row.checklist.length - openQuestions(row.checklist).length
  return (
    <Card ref={card}>
      <CardHeader
        title={<FormattedMessage id="Review.Case.Checklist.Title" />}
        meta={
          <FormattedMessage id="Review.Case.Checklist.Progress" values={{ answered, count: row.checklist.length }} />
        }
      />
      <CardBody className="flex flex-col gap-3">
        {row.checklist.map(question => (
          <Answer
            key={question.id}
            question={question}
            editable={editable && !isPending}
            onAnswer={answer => mutate({ id: question.id, answer })}
          />
        ))}
      </CardBody>
    </Card>
  )
}

interface AnswerProps {
  question: Question
  editable: boolean
  onAnswer: (answer: string | null) => void
}

function Answer({ question: { label, kind, answer }, editable, onAnswer }: AnswerProps) {
  const intl = useIntl()
  const [text, setText] = useState(answer ?? '')
  const [shown, setShown] = useState(answer)
  if (shown !== answer) {
    setShown(answer)
    setText(answer ?? '')
  }
  if (kind === 'yesNo')
    return (
      <div className="flex min-w-0 items-center justify-between gap-3">
        <bdi className="min-w-0 wrap-anywhere">{label}</bdi>
        <SegmentedControl
          label={label}
          value={answer ?? ''}
          segments={(['yes', 'no'] as const).map(value => ({
            value,
            label: intl.formatMessage({ id: `Review.Case.Checklist.${value}` }),
            disabled: !editable,
          }))}
          onValueChange={value => onAnswer(value)}
        />
      </div>
    )
  const isTooLong = text.length > maxAnswer
  return (
    <Field
      label={<bdi>{label}</bdi>}
      error={isTooLong ? <FormattedMessage id="Common.TooLong" values={{ limit: maxAnswer }} /> : undefined}
    >
      <Input
        value={text}
        readOnly={!editable}
        dir="auto"
        onChange={event => setText(event.target.value)}
        onBlur={() => {
          const next = text.trim()
          if (editable && !isTooLong && next !== (answer ?? '')) onAnswer(next === '' ? null : next)
        }}
      />
    </Field>
  )
}
