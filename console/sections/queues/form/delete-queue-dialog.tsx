import { Button, Callout, Dialog, DialogContent, Field, Input, Select, useToast } from '@assay/design-system'
import type { Queue } from '@assay/risk-service/contract'
import { useId, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { Link } from 'react-router-dom'
import { conflictErrorOf } from '../../../platform/api/api-error.ts'
import { api, client } from '../../../platform/api/client.ts'
import { useCan, useHref } from '../../../platform/environments/environments.tsx'
import { useConfirmedMutation } from '../../../platform/mutations/use-confirmed-mutation.ts'
import { targetsOf } from '../queue-targets.ts'

/** From this number of open cases on, the name has to be typed. */
const typedFrom = 100

interface DeleteQueueDialogProps {
  /** Null while the dialog is closed. */
  queue: Queue | null
  /** All queues: its cases move to one of them. */
  queues: readonly Queue[]
  onClose: () => void
  /** @param target the queue that received the cases */
  onDeleted?: (target: Queue) => void
}

const countsByState = ({ counts }: Queue) => [
  { id: 'Pending', count: counts.pending },
  { id: 'InReview', count: counts.inReview },
  { id: 'OnHold', count: counts.onHold },
  { id: 'Escalated', count: counts.escalated },
  { id: 'AwaitingApproval', count: counts.awaitingApproval },
]

/**
 * Asks before a queue is deleted: how many cases it has in each state, and where they go. A queue that rules name is not
 * deleted, and the rules are listed.
 */
export function DeleteQueueDialog({ queue, queues, onClose, onDeleted }: DeleteQueueDialogProps) {
  // The dialog retains its text while it closes.
  const [shown, setShown] = useState(queue)
  if (queue !== null && queue !== shown) setShown(queue)
  if (shown === null) return null
  if (shown.routingRules.length > 0) return <ReferencedQueue queue={shown} open={queue !== null} onClose={onClose} />
  return (
    <DeleteQueue
      key={shown.id}
      queue={shown}
      open={queue !== null}
      targets={targetsOf(shown, queues)}
      onClose={onClose}
      {...(onDeleted ? { onDeleted } : {})}
    />
  )
}

interface DeleteQueueProps extends Pick<DeleteQueueDialogProps, 'onClose' | 'onDeleted'> {
  queue: Queue
  open: boolean
  targets: readonly Queue[]
}

function DeleteQueue({ queue, open, targets, onClose, onDeleted }: DeleteQueueProps) {
  const intl = useIntl()
  const { toast } = useToast()
  const form = useId()
  const [chosen, setChosen] = useState<string | null>(null)
  const [typed, setTyped] = useState('')
  const target = targets.find(({ id }) => id === chosen) ?? targets[0]
  const states = countsByState(queue).filter(({ count }) => count > 0)
  const total = states.reduce((sum, { count }) => sum + count, 0)
  const removal = useConfirmedMutation({
    mutationFn: (to: Queue) =>
      client.queues.remove({
        environmentId: queue.environmentId,
        queueId: queue.id,
        moveTo: to.id,
        baseVersion: queue.version,
      }),
    invalidates: [api.queues.key()],
    onSuccess: (_answer, to) => {
      toast({
        tone: 'success',
        title: intl.formatMessage({ id: 'Queues.Deleted' }, { name: queue.name, target: to.name }),
      })
      onDeleted?.(to)
    },
    onClose,
  })
  const failure = removal.error === null ? null : conflictErrorOf(removal.error)?.reason
  const locked = target === undefined || (total > typedFrom && typed.trim() !== queue.name)
  const problem =
    target === undefined
      ? 'Queues.Delete.NoTarget'
      : removal.error === null
        ? null
        : failure === 'version.conflict'
          ? 'Queues.Delete.Changed'
          : 'Authoring.Failed'
  return (
    <Dialog
      open={open}
      onOpenChange={next => {
        if (!next) removal.close()
      }}
    >
      <DialogContent
        title={<FormattedMessage id="Queues.Delete.Title" values={{ name: <bdi key="name">{queue.name}</bdi> }} />}
        description={
          <FormattedMessage id={total > 0 ? 'Queues.Delete.Text' : 'Queues.Delete.Empty'} values={{ count: total }} />
        }
        footer={
          <>
            <Button onClick={removal.close}>
              <FormattedMessage id="Common.Cancel" />
            </Button>
            <Button type="submit" form={form} variant="danger" disabled={locked} loading={removal.isPending}>
              <FormattedMessage id="Queues.Delete" />
            </Button>
          </>
        }
      >
        <form
          id={form}
          className="flex flex-col gap-3"
          onSubmit={event => {
            event.preventDefault()
            if (target && !locked && !removal.isPending) removal.confirm(target)
          }}
        >
          {states.length === 0 ? null : (
            <ul className="flex list-disc flex-col gap-1 ps-5 text-fg-secondary">
              {states.map(({ id, count }) => (
                <li key={id}>
                  <FormattedMessage id={`Queues.Delete.State.${id}`} values={{ count }} />
                </li>
              ))}
            </ul>
          )}
          {total > 0 && target ? (
            <Field label={<FormattedMessage id="Queues.Delete.Target" />}>
              <Select
                options={targets.map(({ id, name }) => ({ value: id, label: name }))}
                value={target.id}
                onValueChange={setChosen}
              />
            </Field>
          ) : null}
          {total > typedFrom ? (
            <Field
              label={
                <FormattedMessage
                  id="DesignSystem.ConfirmDanger.TypeName"
                  values={{ name: queue.name, b: chunks => <bdi key="name">{chunks}</bdi> }}
                />
              }
            >
              <Input value={typed} autoComplete="off" dir="auto" onChange={event => setTyped(event.target.value)} />
            </Field>
          ) : null}
          {problem === null ? null : (
            <Callout tone="danger" live>
              <FormattedMessage id={problem} />
            </Callout>
          )}
        </form>
      </DialogContent>
    </Dialog>
  )
}

function ReferencedQueue({ queue, open, onClose }: { queue: Queue; open: boolean; onClose: () => void }) {
  const href = useHref()
  const can = useCan()
  const rules = can('routingrules')
  return (
    <Dialog
      open={open}
      onOpenChange={next => {
        if (!next) onClose()
      }}
    >
      <DialogContent
        title={<FormattedMessage id="Queues.Delete.Refused" values={{ name: <bdi key="name">{queue.name}</bdi> }} />}
        description={<FormattedMessage id="Queues.Delete.Refused.Text" />}
        footer={
          <Button onClick={onClose}>
            <FormattedMessage id="Common.Close" />
          </Button>
        }
      >
        <ul className="flex list-disc flex-col gap-1 ps-5">
          {queue.routingRules.map(({ id, name, draft }) => (
            <li key={id}>
              {rules ? (
                <Link
                  className="rounded-chip text-link underline focus-ring"
                  to={href('/casemanagement/routingrules', new URLSearchParams({ rule: id }))}
                  onClick={onClose}
                >
                  <bdi>{name}</bdi>
                </Link>
              ) : (
                <bdi>{name}</bdi>
              )}
              {draft ? (
                <span className="ms-2 text-xs text-fg-muted">
                  <FormattedMessage id="Queues.DraftRule" />
                </span>
              ) : null}
            </li>
          ))}
        </ul>
      </DialogContent>
    </Dialog>
  )
}
