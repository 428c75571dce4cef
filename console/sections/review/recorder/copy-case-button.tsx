import { Button, Icon, useToast } from '@assay/design-system'
import { useMutation } from '@tanstack/react-query'
import { FlaskConical } from 'lucide-react'
import { FormattedMessage, useIntl } from 'react-intl'
import { client } from '../../../platform/api/client.ts'
import { type CaseAddress, caseInputOf } from '../../../platform/cases/case-links.ts'
import { useErrorToast } from '../../../platform/errors/use-error-toast.ts'

/** Copies the event as a case of the query language, with today's rules. */
export function CopyCaseButton({ address }: { address: CaseAddress }) {
  const intl = useIntl()
  const { toast } = useToast()
  const showError = useErrorToast()
  const copy = useMutation({
    mutationFn: async () => {
      const found = await client.recorder.testCase(caseInputOf(address))
      if (found.state === 'ready') await navigator.clipboard.writeText(found.file)
      return found
    },
    onSuccess: ({ state, masked, agrees, problem }) => {
      if (state === 'notPossible') {
        toast({
          tone: 'warning',
          title: intl.formatMessage({ id: 'Recorder.Case.NotPossible' }),
          ...(problem === null ? {} : { description: problem }),
        })
        return
      }
      toast({
        tone: agrees ? 'success' : 'warning',
        title: intl.formatMessage({ id: 'Recorder.Case.Copied' }),
        description: intl.formatMessage({
          id: !agrees ? 'Recorder.Case.Disagrees' : masked ? 'Recorder.Case.Masked' : 'Recorder.Case.Run',
        }),
      })
    },
    onError: showError,
  })
  return (
    <Button size="sm" loading={copy.isPending} onClick={() => copy.mutate()}>
      <Icon icon={FlaskConical} size={12} />
      <FormattedMessage id="Recorder.Case.Copy" />
    </Button>
  )
}
