import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
  Field,
  IconButton,
  Input,
  lazyPart,
  useToast,
} from '@assay/design-system'
import { type Ring, ringLimits } from '@assay/risk-service/contract'
import { Ellipsis } from 'lucide-react'
import { Suspense, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { api, client } from '../../../platform/api/client.ts'
import { useCan } from '../../../platform/environments/environments.tsx'
import { FormDialog } from '../../../platform/forms/form-dialog.tsx'
import { useApiMutation } from '../../../platform/mutations/use-api-mutation.ts'
import { useOffline } from '../../../platform/offline/connection.ts'

const ShareDialog = lazyPart(() =>
  import('../share/share-dialog.tsx').then(module => ({ default: module.ShareDialog })),
)

/** What can be done with a stored ring: compare its events with others, watch it, dismiss it with a reason, restore it. */
export function RingMenu({ ring, environmentId }: { ring: Ring; environmentId: string }) {
  const intl = useIntl()
  const can = useCan()
  const offline = useOffline()
  const { toast } = useToast()
  const [dismissing, setDismissing] = useState(false)
  const [sharing, setSharing] = useState(false)
  const input = { environmentId, ringId: ring.id }
  const change = useApiMutation({
    mutationFn: (name: 'watch' | 'unwatch' | 'restore') => client.rings[name](input),
    invalidates: [api.rings.list.key()],
    onSuccess: (_answer, name) =>
      toast({
        tone: 'success',
        title: intl.formatMessage({ id: `Explorer.Ring.Done.${name}` }, { name: ring.name.text }),
      }),
  })
  // Not disabled meanwhile: the button has the focus when the menu closes.
  const run = (name: 'watch' | 'unwatch' | 'restore') => {
    if (!change.isPending) change.mutate(name)
  }
  return (
    <>
      <DropdownMenu>
        <DropdownMenuTrigger asChild>
          <IconButton
            className="mbs-1"
            icon={Ellipsis}
            size="sm"
            disabled={offline}
            label={intl.formatMessage({ id: 'Explorer.Ring.Menu' }, { name: ring.name.text })}
          />
        </DropdownMenuTrigger>
        <DropdownMenuContent align="end">
          {can('search') ? (
            <DropdownMenuItem onSelect={() => setSharing(true)}>
              <FormattedMessage id="Explorer.Share.Ring" />
            </DropdownMenuItem>
          ) : null}
          <DropdownMenuItem onSelect={() => run(ring.watched ? 'unwatch' : 'watch')}>
            <FormattedMessage id={ring.watched ? 'Explorer.Ring.Unwatch' : 'Explorer.Ring.Watch'} />
          </DropdownMenuItem>
          {can('actions.run', 'write') ? (
            ring.status === 'dismissed' ? (
              <DropdownMenuItem onSelect={() => run('restore')}>
                <FormattedMessage id="Explorer.Ring.Restore" />
              </DropdownMenuItem>
            ) : (
              <DropdownMenuItem onSelect={() => setDismissing(true)}>
                <FormattedMessage id="Explorer.Ring.Dismiss" />
              </DropdownMenuItem>
            )
          ) : null}
        </DropdownMenuContent>
      </DropdownMenu>
      {sharing ? (
        <Suspense fallback={null}>
          <ShareDialog
            environmentId={environmentId}
            set={{ kind: 'ring', ringId: ring.id, name: ring.name.text }}
            onClose={() => setSharing(false)}
          />
        </Suspense>
      ) : null}
      {dismissing ? <DismissDialog ring={ring} input={input} onClose={() => setDismissing(false)} /> : null}
    </>
  )
}

interface DismissDialogProps {
  ring: Ring
  input: { environmentId: string; ringId: string }
  onClose: () => void
}

function DismissDialog({ ring, input, onClose }: DismissDialogProps) {
  const intl = useIntl()
  const { toast } = useToast()
  const [reason, setReason] = useState('')
  const [attempts, setAttempts] = useState(0)
  const dismiss = useApiMutation({
    mutationFn: () => client.rings.dismiss({ ...input, reason: reason.trim() }),
    invalidates: [api.rings.list.key()],
    onSuccess: () => {
      toast({
        tone: 'success',
        title: intl.formatMessage({ id: 'Explorer.Ring.Done.dismiss' }, { name: ring.name.text }),
      })
      // Before the list is read again, in which the ring is missing: the focus returns to its menu, and goes on from there.
      onClose()
    },
  })
  const missing = reason.trim() === ''
  return (
    <FormDialog
      title={<FormattedMessage id="Explorer.Ring.Dismiss.Title" values={{ name: ring.name.text }} />}
      description={<FormattedMessage id="Explorer.Ring.Dismiss.Text" />}
      confirm={<FormattedMessage id="Explorer.Ring.Dismiss.Confirm" />}
      running={dismiss.isPending}
      attempts={attempts}
      refusal={null}
      onSubmit={() => {
        setAttempts(before => before + 1)
        if (!missing && !dismiss.isPending) dismiss.mutate()
      }}
      onClose={onClose}
    >
      <Field
        required
        label={<FormattedMessage id="Explorer.Ring.Reason" />}
        {...(missing && attempts > 0 ? { error: intl.formatMessage({ id: 'Cases.Required' }) } : {})}
      >
        <Input value={reason} maxLength={ringLimits.reason} onChange={event => setReason(event.target.value)} />
      </Field>
    </FormDialog>
  )
}
