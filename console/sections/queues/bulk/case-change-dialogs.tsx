import { Field, Select, TagInput, Textarea } from '@assay/design-system'
import { type CaseRow, caseLimits, type Queue } from '@assay/risk-service/contract'
import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { client } from '../../../platform/api/client.ts'
import { FormDialog } from '../../../platform/forms/form-dialog.tsx'
import { useReviewers } from '../people.ts'
import { targetsOf } from '../queue-targets.ts'
import { useQueueList } from '../use-queue-list.ts'

/** A change of cases, applied to one after another. */
type CaseChange = (row: CaseRow) => Promise<unknown>

interface CaseChangeDialogProps {
  queue: Queue
  count: number
  onSubmit: (change: CaseChange) => void
  onClose: () => void
}

const inputOf = ({ environmentId, eventType, externalId }: CaseRow) => ({ environmentId, eventType, id: externalId })
const nobody = 'nobody'

/** Reserves cases for a reviewer for an hour, or for nobody. */
export function AssignCasesDialog({ queue, count, onSubmit, onClose }: CaseChangeDialogProps) {
  const intl = useIntl()
  const { options } = useReviewers(queue.environmentId)
  const [userId, setUserId] = useState(nobody)
  return (
    <FormDialog
      title={<FormattedMessage id="Cases.Assign.Title" values={{ count }} />}
      confirm={<FormattedMessage id="Queues.Assign" />}
      running={false}
      refusal={null}
      onSubmit={() =>
        onSubmit(row => client.cases.assign({ ...inputOf(row), userId: userId === nobody ? null : userId }))
      }
      onClose={onClose}
    >
      <Field
        label={<FormattedMessage id="Cases.Column.Assignee" />}
        description={<FormattedMessage id="Cases.Assign.Text" />}
      >
        <Select
          options={[
            { value: nobody, label: intl.formatMessage({ id: 'Cases.Assign.Nobody' }) },
            ...options.map(({ value, label }) => ({ value, label })),
          ]}
          value={userId}
          onValueChange={setUserId}
        />
      </Field>
    </FormDialog>
  )
}

/** Moves cases to another queue, with a comment. */
export function TransferCasesDialog({ queue, count, onSubmit, onClose }: CaseChangeDialogProps) {
  const { queues } = useQueueList()
  const targets = targetsOf(queue, queues)
  const [queueId, setQueueId] = useState('')
  const [comment, setComment] = useState('')
  const [attempts, setAttempts] = useState(0)
  const missing = (value: string) =>
    attempts > 0 && value.trim() === '' ? { error: <FormattedMessage id="Cases.Required" /> } : {}
  return (
    <FormDialog
      title={<FormattedMessage id="Cases.Transfer.Title" values={{ count }} />}
      confirm={<FormattedMessage id="Queues.Transfer" />}
      running={false}
      attempts={attempts}
      refusal={null}
      onSubmit={() => {
        setAttempts(number => number + 1)
        if (queueId !== '' && comment.trim() !== '')
          onSubmit(row => client.cases.transfer({ ...inputOf(row), queueId, comment: comment.trim() }))
      }}
      onClose={onClose}
    >
      <Field required label={<FormattedMessage id="Cases.Transfer.Target" />} {...missing(queueId)}>
        <Select
          options={targets.map(({ id, name }) => ({ value: id, label: name }))}
          value={queueId}
          onValueChange={setQueueId}
        />
      </Field>
      <Field required label={<FormattedMessage id="Cases.Transfer.Comment" />} {...missing(comment)}>
        <Textarea
          dir="auto"
          rows={3}
          maxLength={caseLimits.note}
          value={comment}
          onChange={event => setComment(event.target.value)}
        />
      </Field>
    </FormDialog>
  )
}

/** The tags of a case with others added; those that it has already stay. */
const addTags = (tags: readonly string[], added: readonly string[]): string[] =>
  [...new Set([...tags, ...added])].slice(0, caseLimits.tags)

/** Adds tags to cases. */
export function TagCasesDialog({ count, onSubmit, onClose }: CaseChangeDialogProps) {
  const intl = useIntl()
  const [tags, setTags] = useState<readonly string[]>([])
  const [attempts, setAttempts] = useState(0)
  const tooLong = tags.some(tag => tag.length > caseLimits.tag)
  return (
    <FormDialog
      title={<FormattedMessage id="Cases.Tag.Title" values={{ count }} />}
      confirm={<FormattedMessage id="Cases.Tag" />}
      running={false}
      attempts={attempts}
      refusal={null}
      onSubmit={() => {
        setAttempts(number => number + 1)
        if (tags.length > 0 && !tooLong)
          onSubmit(row =>
            client.cases.setTags({ ...inputOf(row), tags: addTags(row.tags, tags), baseVersion: row.version }),
          )
      }}
      onClose={onClose}
    >
      <Field
        required
        label={<FormattedMessage id="Cases.Column.Tags" />}
        description={<FormattedMessage id="Cases.Tag.Text" />}
        {...(attempts > 0 && tags.length === 0 ? { error: <FormattedMessage id="Cases.Required" /> } : {})}
      >
        <TagInput
          value={tags}
          onValueChange={setTags}
          validate={tag =>
            tag.length > caseLimits.tag
              ? intl.formatMessage({ id: 'Common.TooLong' }, { limit: caseLimits.tag })
              : undefined
          }
        />
      </Field>
    </FormDialog>
  )
}
