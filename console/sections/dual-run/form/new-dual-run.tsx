import { Callout, Field, FileDrop, type FileState, Select } from '@assay/design-system'
import { dualRunLimits } from '@assay/risk-service/contract'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { conflictErrorOf, validationErrorOf } from '../../../platform/api/api-error.ts'
import { api, client } from '../../../platform/api/client.ts'
import { useEnvironment } from '../../../platform/environments/environments.tsx'
import { useAssessmentName } from '../../../platform/events/use-assessment-name.ts'
import { FormDialog } from '../../../platform/forms/form-dialog.tsx'
import { useApiMutation } from '../../../platform/mutations/use-api-mutation.ts'
import { namedWords, WordFields, type WordRow } from './word-fields.tsx'

interface NewDualRunProps {
  onClose: () => void
  onStarted: (id: string) => void
}

const command = 'npm run --silent dual-run'

/** Chooses a file with the decisions of the former system, names its words, and starts the comparison. */
export function NewDualRun({ onClose, onStarted }: NewDualRunProps) {
  const intl = useIntl()
  const { id: environmentId } = useEnvironment()
  const assessmentName = useAssessmentName()
  const [file, setFile] = useState<File | null>(null)
  const [eventType, setEventType] = useState('purchase')
  const [words, setWords] = useState<WordRow[]>([])
  const [refusal, setRefusal] = useState<string | null>(null)
  const isOpen = useRef(true)
  useEffect(() => {
    isOpen.current = true
    return () => {
      isOpen.current = false
    }
  }, [])
  const { data: assessments } = useQuery(
    api.assessments.list.queryOptions({ input: { environmentId }, staleTime: 60_000 }),
  )
  const start = useApiMutation({
    mutationFn: (chosen: File) =>
      client.dualRuns.start({
        environmentId,
        dualRunId: crypto.randomUUID(),
        file: chosen,
        eventType,
        words: namedWords(words),
      }),
    invalidates: [api.dualRuns.list.key()],
    onSuccess: ({ id }) => {
      if (isOpen.current) onStarted(id)
    },
    onError: error => {
      const found = refusalOf(error)
      setRefusal(found)
      return found !== null
    },
  })
  const isTooLarge = file !== null && file.size > dualRunLimits.fileSize
  return (
    <FormDialog
      title={<FormattedMessage id="DualRun.New" />}
      description={<FormattedMessage id="DualRun.New.Text" />}
      confirm={<FormattedMessage id="DualRun.Start" />}
      running={start.isPending}
      ready={file !== null && !isTooLarge}
      refusal={refusal === null ? null : <FormattedMessage id={refusal} values={{ count: dualRunLimits.queued }} />}
      onSubmit={() => {
        if (file === null || isTooLarge) return
        setRefusal(null)
        start.mutate(file)
      }}
      onClose={onClose}
    >
      <FileDrop
        label={intl.formatMessage({ id: 'DualRun.File' })}
        acceptLabel="NDJSON, JSON, CSV, gzip"
        required
        description={
          <FormattedMessage
            id="DualRun.File.Help"
            values={{
              size: intl.formatNumber(dualRunLimits.fileSize / 1024 / 1024, { style: 'unit', unit: 'megabyte' }),
              command: (
                <code key="command" dir="ltr">
                  {command}
                </code>
              ),
            }}
          />
        }
        files={file === null ? [] : [{ id: 'file', name: file.name, size: file.size, state: stateOf() }]}
        onFilesAdd={([chosen]) => {
          setRefusal(null)
          setFile(chosen ?? null)
        }}
        onRemove={() => setFile(null)}
      />
      {isTooLarge ? (
        <Callout tone="warning" live>
          <FormattedMessage
            id="DualRun.File.TooLarge"
            values={{
              command: (
                <code key="command" dir="ltr">
                  {command}
                </code>
              ),
            }}
          />
        </Callout>
      ) : null}
      <Field
        label={<FormattedMessage id="DualRun.Assessment" />}
        description={<FormattedMessage id="DualRun.Assessment.Help" />}
      >
        <Select
          value={eventType}
          onValueChange={setEventType}
          options={(assessments ?? [{ eventType: 'purchase', name: '' }]).map(each => ({
            value: each.eventType,
            label: assessmentName(each.eventType, each.name),
          }))}
        />
      </Field>
      <WordFields words={words} onWords={setWords} />
    </FormDialog>
  )

  function stateOf(): FileState {
    if (isTooLarge)
      return { kind: 'failed', reason: intl.formatMessage({ id: 'DualRun.File.Large' }), retryable: false }
    return { kind: start.isPending ? 'validating' : 'queued' }
  }
}

/** The message about a refusal that the user can resolve. */
function refusalOf(error: unknown): string | null {
  const reason = conflictErrorOf(error)?.reason
  if (reason === 'dualRun.limit') return 'DualRun.Refused.Limit'
  const field = validationErrorOf(error)?.issues[0]?.path[0]
  if (field === 'words') return 'DualRun.Refused.Words'
  return field === 'file' ? 'DualRun.Refused.File' : null
}
