import { Button, Callout, Checkbox, Dialog, DialogContent, Radio, RadioGroup, useToast } from '@assay/design-system'
import { type UploadEntityName, uploadErrorChoices } from '@assay/risk-service/contract'
import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { conflictErrorOf } from '../../../platform/api/api-error.ts'
import { api, client } from '../../../platform/api/client.ts'
import { useEnvironment } from '../../../platform/environments/environments.tsx'
import { useApiMutation } from '../../../platform/mutations/use-api-mutation.ts'

interface ProcessDialogProps {
  /** What is processed; null while the dialog is closed. */
  entities: readonly UploadEntityName[] | null
  onClose: () => void
}

/** Asks how files are processed, and starts the run. */
export function ProcessDialog({ entities, onClose }: ProcessDialogProps) {
  const intl = useIntl()
  const { toast } = useToast()
  const { id: environmentId } = useEnvironment()
  const [onErrors, setOnErrors] = useState<(typeof uploadErrorChoices)[number]>('stop')
  const [dryRun, setDryRun] = useState(false)
  const [isBusy, setIsBusy] = useState(false)
  // The dialog retains its text while it closes.
  const [shown, setShown] = useState(entities ?? [])
  if (entities !== null && entities !== shown) setShown(entities)
  const close = () => {
    setIsBusy(false)
    onClose()
  }
  const start = useApiMutation({
    mutationFn: () => client.uploads.process({ environmentId, entities: [...shown], dryRun, onErrors }),
    invalidates: [api.uploads.key()],
    onSuccess: ({ state }) => {
      toast({
        tone: 'success',
        title: intl.formatMessage({ id: state === 'Waiting' ? 'Upload.Process.Waits' : 'Upload.Process.Started' }),
      })
      close()
    },
    onError: error => {
      const { reason } = conflictErrorOf(error) ?? {}
      setIsBusy(reason === 'uploads.busy')
      return reason === 'uploads.busy'
    },
  })
  return (
    <Dialog
      open={entities !== null}
      onOpenChange={open => {
        if (!open) close()
      }}
    >
      <DialogContent
        title={<FormattedMessage id="Upload.Process.Title" values={{ count: shown.length }} />}
        description={<FormattedMessage id="Upload.Process.Text" />}
        footer={
          <>
            <Button onClick={close}>
              <FormattedMessage id="Common.Cancel" />
            </Button>
            <Button variant="primary" loading={start.isPending} onClick={() => start.mutate(undefined)}>
              <FormattedMessage id={dryRun ? 'Upload.Process.Check' : 'Upload.Process.Confirm'} />
            </Button>
          </>
        }
      >
        <div className="flex flex-col gap-4">
          {isBusy ? (
            <Callout tone="danger" live>
              <FormattedMessage id="Upload.Refused.busy" />
            </Callout>
          ) : null}
          <RadioGroup
            aria-label={intl.formatMessage({ id: 'Upload.Process.OnErrors' })}
            value={onErrors}
            onValueChange={value => setOnErrors(uploadErrorChoices.find(each => each === value) ?? 'stop')}
          >
            {uploadErrorChoices.map(choice => (
              <Radio
                key={choice}
                value={choice}
                label={<FormattedMessage id={`Upload.OnErrors.${choice}`} />}
                description={<FormattedMessage id={`Upload.OnErrors.${choice}.Text`} />}
              />
            ))}
          </RadioGroup>
          <Checkbox
            checked={dryRun}
            onCheckedChange={checked => setDryRun(checked === true)}
            label={<FormattedMessage id="Upload.DryRun" />}
            description={<FormattedMessage id="Upload.DryRun.Text" />}
          />
        </div>
      </DialogContent>
    </Dialog>
  )
}
