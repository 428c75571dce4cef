import { useToast } from '@assay/design-system'
import type { CaseConfiguration, Queue } from '@assay/risk-service/contract'
import { useQueryClient } from '@tanstack/react-query'
import { type RefObject, useEffect, useMemo } from 'react'
import { useIntl } from 'react-intl'
import type { Location } from 'react-router-dom'
import { conflictErrorOf } from '../../../platform/api/api-error.ts'
import { api, client } from '../../../platform/api/client.ts'
import { useGuardedRecordForm } from '../../../platform/authoring/form/use-guarded-record-form.tsx'
import { environmentParameter, useEnvironment } from '../../../platform/environments/environments.tsx'
import { isOtherPage } from '../../../platform/forms/use-leave-guard.tsx'
import { queueDifferences } from './queue-differences.ts'
import {
  newQueueForm,
  type QueueBody,
  type QueueForm,
  queueFieldErrors,
  queueFormOf,
  queueResolver,
} from './queue-form.ts'

/** What the table beside the form shows is not another page, another queue is. */
const leavesForm = (from: Location, to: Location): boolean => {
  const [now, next] = [from, to].map(({ search }) => new URLSearchParams(search))
  return isOtherPage(from, to) || ['do', 'queue', environmentParameter].some(name => now?.get(name) !== next?.get(name))
}

interface QueueFormOptions {
  /** Null: a new queue. */
  queue: Queue | null
  /** Decisions of the assessment that is chosen now, and the default of its queues. */
  configuration: CaseConfiguration | undefined
  decisions: CaseConfiguration['queueDecisions']
  nameOf: (userId: string) => string
  element: RefObject<HTMLElement | null>
  onSaved: () => void
}

/** The form of the settings of a queue: validated, saved from its base version, and asked about in a conflict. */
export function useQueueForm({ queue, configuration, decisions, nameOf, element, onSaved }: QueueFormOptions) {
  const intl = useIntl()
  const { toast } = useToast()
  const queries = useQueryClient()
  const environment = useEnvironment()
  const environmentId = queue?.environmentId ?? environment.id
  const record = useMemo(
    () => (queue ? { values: queueFormOf(queue), version: queue.version } : { values: newQueueForm(), version: 0 }),
    [queue],
  )
  const resolver = useMemo(() => queueResolver(decisions), [decisions])
  const guarded = useGuardedRecordForm<QueueForm, QueueBody, Queue, Queue>({
    record,
    resolver,
    recovery: { id: `queues/${queue?.id ?? 'new'}` },
    element,
    leaves: leavesForm,
    save: ({ assessment: chosen, ...settings }, { version, newId }) =>
      (queue
        ? client.queues.update({ environmentId, queueId: queue.id, baseVersion: version, settings })
        : client.queues.create({ environmentId, queueId: newId, assessment: chosen, settings })) as Promise<Queue>,
    onSaved: saved => {
      toast({
        tone: 'success',
        title: intl.formatMessage({ id: queue ? 'Queues.Saved' : 'Queues.Created' }, { name: saved.name }),
      })
    },
    moveOn: (_saved, leave) => leave(onSaved),
    onSettled: () => queries.invalidateQueries({ queryKey: api.queues.key() }),
    errorsOf: queueFieldErrors,
    problemOf: error => (conflictErrorOf(error)?.reason === 'queue.limit' ? 'Queues.LimitReached' : null),
    ...(queue
      ? {
          conflict: {
            load: () => client.queues.get({ environmentId, queueId: queue.id }) as Promise<Queue>,
            differences: (mine: QueueBody, theirs: Queue) => queueDifferences(mine, theirs, intl, nameOf),
            takeTheirs: (theirs: Queue, accept: (stored: { values: QueueForm; version: number }) => void) =>
              accept({ values: queueFormOf(theirs), version: theirs.version }),
          },
        }
      : {}),
  })
  const { form, values } = guarded
  const defaultName = configuration?.defaultDecisionName
  const offered = decisions.some(({ name }) => name === values.defaultAction)
  // Another assessment has other decisions: the default of its queues takes the place of one that it lacks.
  useEffect(() => {
    if (queue === null && defaultName !== undefined && !offered)
      form.resetField('defaultAction', { defaultValue: defaultName })
  }, [queue, defaultName, offered, form])
  return guarded
}
