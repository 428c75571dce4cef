import { Field, Input, useToast } from '@assay/design-system'
import { isRetailAddress, retailLimits } from '@assay/risk-service/contract'
import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { readApiError } from '../api/api-error.ts'
import { api, client } from '../api/client.ts'
import { useEnvironment } from '../environments/environments.tsx'
import { FormDialog } from '../forms/form-dialog.tsx'
import { useApiMutation } from '../mutations/use-api-mutation.ts'
import { Refusal, type RefusalReason, refusalOf } from './refusal.tsx'

interface ConnectDialogProps {
  system: string
  onClose: () => void
}

/** Connects the environment to the address of a retail environment. */
export function ConnectDialog({ system, onClose }: ConnectDialogProps) {
  const intl = useIntl()
  const { toast } = useToast()
  const { id: environmentId } = useEnvironment()
  const [url, setUrl] = useState('')
  const [attempts, setAttempts] = useState(0)
  /** The address that the service took for none. */
  const [invalid, setInvalid] = useState<string | null>(null)
  const [refusal, setRefusal] = useState<RefusalReason | null>(null)
  const isWrong = !isRetailAddress(url) || invalid === url
  const connect = useApiMutation({
    mutationFn: () => client.retailConnector.connect({ environmentId, url: url.trim() }),
    invalidates: [api.retailConnector.key()],
    onSuccess: () => {
      toast({
        tone: 'success',
        title: intl.formatMessage({ id: 'Retail.Connected.Title' }),
        description: intl.formatMessage({ id: 'Retail.Connected.Text' }, { system }),
      })
      onClose()
    },
    onError: error => {
      const found = readApiError(error)
      if (found.kind === 'invalid') setInvalid(url)
      const reason = refusalOf(found)
      setRefusal(reason)
      return found.kind === 'invalid' || reason !== null
    },
  })
  return (
    <FormDialog
      title={<FormattedMessage id="Retail.Connect.Card" values={{ system }} />}
      description={<FormattedMessage id="Retail.Connect.Text" />}
      confirm={<FormattedMessage id="Retail.Connect.Confirm" />}
      running={connect.isPending}
      attempts={attempts}
      refusal={refusal === null ? null : <Refusal reason={refusal} />}
      onSubmit={() => {
        setAttempts(before => before + 1)
        setRefusal(null)
        if (!isWrong && !connect.isPending) connect.mutate(undefined)
      }}
      onClose={onClose}
    >
      <Field
        required
        label={<FormattedMessage id="Retail.Address" />}
        description={<FormattedMessage id="Retail.Address.Text" />}
        {...(isWrong && attempts > 0 && !connect.isPending
          ? { error: <FormattedMessage id="Retail.Address.Invalid" /> }
          : {})}
      >
        <Input
          type="url"
          dir="ltr"
          autoComplete="off"
          spellCheck={false}
          maxLength={retailLimits.address}
          value={url}
          onChange={event => setUrl(event.target.value)}
        />
      </Field>
    </FormDialog>
  )
}
