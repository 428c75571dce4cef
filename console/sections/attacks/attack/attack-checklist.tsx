import { Card, CardHeader, Checkbox, useFormat } from '@assay/design-system'
import type { AttackDetail, AttackStep } from '@assay/risk-service/contract'
import { FormattedMessage, useIntl } from 'react-intl'
import { api, client } from '../../../platform/api/client.ts'
import { useEnvironment } from '../../../platform/environments/environments.tsx'
import { useApiMutation } from '../../../platform/mutations/use-api-mutation.ts'
import { useOffline } from '../../../platform/offline/connection.ts'

interface AttackChecklistProps {
  attackId: string
  checklist: AttackDetail['checklist']
  /** Whether the user may tick steps. */
  writes: boolean
}

/** What is to be done about an attack, with who did it and when. */
export function AttackChecklist({ attackId, checklist, writes }: AttackChecklistProps) {
  const intl = useIntl()
  const format = useFormat()
  const offline = useOffline()
  const { id: environmentId } = useEnvironment()
  const mutation = useApiMutation({
    mutationFn: (change: { step: AttackStep; done: boolean }) =>
      client.attacks.setStep({ environmentId, attackId, ...change }),
    invalidates: [api.attacks.get.key()],
  })
  const doneCount = checklist.filter(({ done }) => done !== null).length
  return (
    <Card>
      <CardHeader
        title={intl.formatMessage({ id: 'Attacks.Checklist' })}
        meta={<FormattedMessage id="Attacks.Checklist.Done" values={{ done: doneCount, all: checklist.length }} />}
      />
      <ul className="flex flex-col gap-2 px-4 pbe-4">
        {checklist.map(({ step, done }) => (
          <li key={step}>
            <Checkbox
              label={<FormattedMessage id={`Attacks.Step.${step}`} />}
              {...(done === null
                ? {}
                : {
                    description: (
                      <FormattedMessage
                        id="Attacks.Checklist.By"
                        values={{
                          name: <bdi key="name">{done.by}</bdi>,
                          time: <bdi key="time">{format.dateTime(done.at, 'UTC')}</bdi>,
                        }}
                      />
                    ),
                  })}
              checked={done !== null}
              disabled={!writes || offline || mutation.isPending}
              onCheckedChange={next => mutation.mutate({ step, done: next === true })}
            />
          </li>
        ))}
      </ul>
    </Card>
  )
}
