import {
  Button,
  Callout,
  Dialog,
  DialogClose,
  DialogContent,
  SegmentedControl,
  SkeletonRows,
} from '@assay/design-system'
import type { BoosterPreview } from '@assay/risk-service/contract'
import { useQuery } from '@tanstack/react-query'
import { FormattedMessage, useIntl } from 'react-intl'
import { api } from '../../../platform/api/client.ts'
import { QueryError } from '../../../platform/errors/page-error.tsx'
import { RevealButton } from '../../../platform/personal-data/reveal-button.tsx'
import { useSearchState } from '../../../platform/router/use-search-state.ts'
import { messageParameters, newestPurchase } from '../booster-address.ts'
import { MessageBytes } from './message-bytes.tsx'
import { PurchaseChoice } from './purchase-choice.tsx'

interface MessageDialogProps {
  environmentId: string
  onClose: () => void
}

/** The message that would leave for a purchase: its values with their sources, and its bytes. Nothing is sent. */
export function MessageDialog({ environmentId, onClose }: MessageDialogProps) {
  const intl = useIntl()
  const [{ message, level }, setState] = useSearchState(messageParameters)
  const id = message === newestPurchase || message === null ? undefined : message
  const query = useQuery(
    api.booster.preview.queryOptions({
      input: { environmentId, level, ...(id === undefined ? {} : { id }) },
      staleTime: 0,
    }),
  )
  const preview: BoosterPreview | undefined = query.data
  return (
    <Dialog open onOpenChange={onClose}>
      <DialogContent
        size="lg"
        title={<FormattedMessage id="Booster.Message.Title" />}
        description={<FormattedMessage id="Booster.Message.Text" />}
        footer={
          <>
            {preview?.masked && preview.purchase ? (
              <RevealButton
                environmentId={environmentId}
                subjects={[{ environmentId, eventType: 'purchase', externalId: preview.purchase.externalId }]}
              />
            ) : null}
            <DialogClose asChild>
              <Button>
                <FormattedMessage id="Common.Close" />
              </Button>
            </DialogClose>
          </>
        }
      >
        <div className="flex flex-col gap-4 pbe-2">
          <PurchaseChoice
            environmentId={environmentId}
            shown={preview?.purchase ?? null}
            onChoose={chosen => setState({ message: chosen })}
          />
          <SegmentedControl
            label={intl.formatMessage({ id: 'Booster.Shared' })}
            segments={(['standard', 'raw'] as const).map(value => ({
              value,
              label: <FormattedMessage id={`Booster.Level.${value}`} />,
            }))}
            value={level}
            onValueChange={next => setState({ level: next })}
          />
          {query.isError ? (
            <QueryError error={query.error} onRetry={() => void query.refetch()} />
          ) : preview === undefined ? (
            <div aria-busy="true">
              <SkeletonRows rows={6} />
            </div>
          ) : (
            <Preview preview={preview} />
          )}
        </div>
      </DialogContent>
    </Dialog>
  )
}

function Preview({ preview }: { preview: BoosterPreview }) {
  const { purchase, obstacle, heldOut, message, masked } = preview
  if (purchase === null)
    return (
      <p className="text-sm text-fg-secondary">
        <FormattedMessage id="Booster.Message.NoPurchase" />
      </p>
    )
  return (
    <>
      {obstacle === null ? null : (
        <Callout tone="warning" live title={<FormattedMessage id="Booster.Message.Nothing" />}>
          <FormattedMessage id={`Booster.Obstacle.${obstacle}`} />
        </Callout>
      )}
      {heldOut && obstacle === null ? (
        <Callout tone="warning" live>
          <FormattedMessage id="Booster.Message.HeldOut" />
        </Callout>
      ) : null}
      {masked ? (
        <Callout tone="info">
          <FormattedMessage id="Booster.Message.Masked" />
        </Callout>
      ) : null}
      {message === null ? null : <MessageBytes preview={{ ...preview, message }} />}
    </>
  )
}
