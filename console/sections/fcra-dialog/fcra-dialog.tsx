import { Button, Callout, Checkbox, Dialog, DialogContent, useAnnounce } from '@assay/design-system'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { conflictErrorOf } from '../../platform/api/api-error.ts'
import { api } from '../../platform/api/client.ts'
import { useEnvironments } from '../../platform/environments/environments.tsx'
import { useOffline } from '../../platform/offline/connection.ts'
import { FcraPresentation } from './fcra-presentation.tsx'

/** Session storage: the user who declined in this tab, so that the dialog does not open on every page. */
const declinedKey = 'assay/fcra-declined'

/**
 * The attestation of an administrator, before which only the dashboard opens. It can be declined for the session: a bar
 * then offers to read it again. The service locks the capabilities in either case.
 */
export function FcraDialog() {
  const intl = useIntl()
  const announce = useAnnounce()
  const queries = useQueryClient()
  const offline = useOffline()
  const { session } = useEnvironments()
  const who = `${session.tenant.id}/${session.user.id}`
  const [open, setOpen] = useState(() => !isDeclinedInSession(who))
  const [seen, setSeen] = useState(false)
  const [attested, setAttested] = useState(false)
  const status = useQuery(api.fcra.get.queryOptions())
  const accept = useMutation(
    api.fcra.accept.mutationOptions({
      onSuccess: async () => {
        announce(intl.formatMessage({ id: 'Fcra.Accepted' }))
        await queries.invalidateQueries()
      },
    }),
  )
  const decline = useMutation(
    api.fcra.decline.mutationOptions({
      onSuccess: () => {
        storeDeclined(who)
        setOpen(false)
      },
    }),
  )
  const textVersion = status.data?.textVersion
  const ready = seen && attested && textVersion !== undefined
  const failed = accept.isError || decline.isError || status.isError
  // The text is part of the page: a newer text requires a newer page.
  const outdated = [accept.error, decline.error].some(error => conflictErrorOf(error) !== null)
  return (
    <>
      {open ? null : (
        <Callout
          tone="warning"
          variant="banner"
          actions={
            <Button size="sm" onClick={() => setOpen(true)}>
              <FormattedMessage id="Fcra.Review" />
            </Button>
          }
        >
          <FormattedMessage id="Fcra.Declined" />
        </Callout>
      )}
      <Dialog open={open}>
        <DialogContent
          required
          size="full"
          // The focus is on its title: the text of the attestation precedes the check box.
          onOpenAutoFocus={event => {
            event.preventDefault()
            if (event.currentTarget instanceof HTMLElement)
              event.currentTarget.querySelector<HTMLElement>('[data-dialog-title]')?.focus()
          }}
          title={<FormattedMessage id="Fcra.Title" />}
          description={<FormattedMessage id="Fcra.Description" />}
          footer={
            <>
              {ready && !offline ? null : (
                <p className="me-auto max-w-prose text-xs text-fg-secondary">
                  <FormattedMessage id={offline ? 'Offline.Writes' : 'Fcra.Hint'} />
                </p>
              )}
              <Button
                loading={decline.isPending}
                disabled={textVersion === undefined || offline}
                onClick={() => decline.mutate({ textVersion: textVersion ?? '' })}
              >
                <FormattedMessage id="Fcra.Decline" />
              </Button>
              <Button
                variant="primary"
                loading={accept.isPending}
                disabled={!ready || offline}
                onClick={() => accept.mutate({ textVersion: textVersion ?? '' })}
              >
                <FormattedMessage id="Fcra.Accept" />
              </Button>
            </>
          }
        >
          <div className="mx-auto flex max-w-dialog-lg flex-col gap-5 py-2">
            <FcraPresentation onSeen={() => setSeen(true)} />
            <div className="flex max-w-prose flex-col gap-3">
              <p>
                <FormattedMessage id="Fcra.Text" />
              </p>
              <p className="text-fg-secondary">
                <FormattedMessage id="Fcra.DeclineText" />
              </p>
              <Checkbox
                checked={attested}
                onCheckedChange={value => setAttested(value === true)}
                label={<FormattedMessage id="Fcra.Attest" />}
              />
            </div>
            {outdated ? (
              <Callout
                tone="info"
                live
                actions={
                  <Button size="sm" onClick={() => location.reload()}>
                    <FormattedMessage id="Shell.Build.Reload" />
                  </Button>
                }
              >
                <FormattedMessage id="Shell.Build.Newer" />
              </Callout>
            ) : failed ? (
              <Callout
                tone="danger"
                live
                actions={
                  status.isError ? (
                    <Button size="sm" variant="ghost" onClick={() => void status.refetch()}>
                      <FormattedMessage id="Common.Retry" />
                    </Button>
                  ) : undefined
                }
              >
                <FormattedMessage id="Fcra.Failed" />
              </Callout>
            ) : null}
          </div>
        </DialogContent>
      </Dialog>
    </>
  )
}
/** True when this person declined since the tab was opened. */
function isDeclinedInSession(who: string): boolean {
  try {
    return sessionStorage.getItem(declinedKey) === who
  } catch {
    // Without storage the dialog opens with every load of the page.
    return false
  }
}

function storeDeclined(who: string): void {
  try {
    sessionStorage.setItem(declinedKey, who)
  } catch {
    // Storage is blocked.
  }
}
