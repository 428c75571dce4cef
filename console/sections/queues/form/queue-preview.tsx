import { useFormat } from '@assay/design-system'
import { useQuery } from '@tanstack/react-query'
import { FormattedMessage } from 'react-intl'
import { api } from '../../../platform/api/client.ts'
import { queueSettingsSchema } from '../../../platform/forms/contract-schemas.ts'
import { useDebouncedValue } from '../../../platform/timing/use-debounced-value.ts'
import type { QueueForm } from './queue-form.ts'

const typingPause = 500
const { name: nameSchema, timeoutMinutes: timeoutSchema } = queueSettingsSchema.shape

interface QueuePreviewProps {
  environmentId: string
  values: Pick<QueueForm, 'assessment' | 'name' | 'timeoutMinutes' | 'sla'>
}

/** What the queue would have had to do in the last 7 days; nothing while no published routing rule names it. */
export function QueuePreview({ environmentId, values }: QueuePreviewProps) {
  const format = useFormat()
  const [assessment, name, timeout, resolution] = useDebouncedText(values)
  const timeoutMinutes = Number(timeout)
  const isValid = nameSchema.safeParse(name).success
  const { data } = useQuery(
    api.queues.preview.queryOptions({
      // Nothing else: the service runs the rules again for each other input.
      input: { environmentId, assessment, name },
      enabled: isValid,
      staleTime: 60_000,
      retry: false,
    }),
  )
  if (!isValid || data === undefined || data.rules.length === 0) return null
  const { days, cases, busiestDay, waitedMinutes, checked, complete, rules } = data
  const longerThan = (minutes: number) => waitedMinutes.filter(waited => waited > minutes).length
  return (
    <div role="status" className="flex flex-col gap-0.5 text-xs text-fg-secondary">
      <p>
        <FormattedMessage
          id="Queues.Preview"
          values={{ days, count: cases, busiest: busiestDay, rules: format.list(rules) }}
        />
      </p>
      {cases > 0 && timeoutSchema.safeParse(timeoutMinutes).success ? (
        <p>
          <FormattedMessage id="Queues.Preview.TimedOut" values={{ count: longerThan(timeoutMinutes) }} />
          {resolution === '' ? null : (
            <>
              {' '}
              <FormattedMessage id="Queues.Preview.Late" values={{ count: longerThan(Number(resolution)) }} />
            </>
          )}
        </p>
      ) : null}
      <p>
        <FormattedMessage id="Queues.Preview.Published" />
        {complete ? null : (
          <>
            {' '}
            <FormattedMessage id="Queues.Preview.Incomplete" values={{ count: checked }} />
          </>
        )}
      </p>
    </div>
  )
}

/** What the preview shows, once nobody has typed for a while. An empty number is an empty text. */
function useDebouncedText({ assessment, name, timeoutMinutes, sla }: QueuePreviewProps['values']) {
  const { resolutionMinutes } = sla
  const values = [assessment, name.trim(), timeoutMinutes ?? '', resolutionMinutes ?? ''].map(String)
  // As one text, so that it compares equal until something changes.
  return JSON.parse(useDebouncedValue(JSON.stringify(values), typingPause)) as [string, string, string, string]
}
