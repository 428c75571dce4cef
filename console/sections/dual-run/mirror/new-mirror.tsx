import { useState } from 'react'
import { FormattedMessage } from 'react-intl'
import { conflictErrorOf, validationErrorOf } from '../../../platform/api/api-error.ts'
import { api, client } from '../../../platform/api/client.ts'
import { useEnvironment } from '../../../platform/environments/environments.tsx'
import { FormDialog } from '../../../platform/forms/form-dialog.tsx'
import { useApiMutation } from '../../../platform/mutations/use-api-mutation.ts'
import { namedWords, WordFields, type WordRow } from '../form/word-fields.tsx'

/** Names the words of the former system, and starts the mirror. */
export function NewMirror({ onClose }: { onClose: () => void }) {
  const { id: environmentId } = useEnvironment()
  const [mirrorId] = useState(() => crypto.randomUUID())
  const [words, setWords] = useState<WordRow[]>([])
  const [refusal, setRefusal] = useState<string | null>(null)
  const start = useApiMutation({
    mutationFn: () => client.mirrors.start({ environmentId, mirrorId, words: namedWords(words) }),
    invalidates: [api.mirrors.get.key()],
    onSuccess: onClose,
    onError: error => {
      const found = refusalOf(error)
      setRefusal(found)
      return found !== null
    },
  })
  return (
    <FormDialog
      title={<FormattedMessage id="Mirror.Start" />}
      description={<FormattedMessage id="Mirror.Start.Text" />}
      confirm={<FormattedMessage id="Mirror.Start" />}
      running={start.isPending}
      refusal={refusal === null ? null : <FormattedMessage id={refusal} />}
      onSubmit={() => {
        setRefusal(null)
        start.mutate()
      }}
      onClose={onClose}
    >
      <WordFields words={words} onWords={setWords} />
    </FormDialog>
  )
}

/** The message about a refusal that the user can resolve. */
function refusalOf(error: unknown): string | null {
  if (conflictErrorOf(error)?.reason === 'mirror.exists') return 'Mirror.Refused.Exists'
  return validationErrorOf(error)?.issues[0]?.path[0] === 'words' ? 'DualRun.Refused.Words' : null
}
