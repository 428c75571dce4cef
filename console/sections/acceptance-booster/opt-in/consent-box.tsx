import { Button, Checkbox, Dialog, DialogClose, DialogContent, Heading } from '@assay/design-system'
import { boosterTermsVersion } from '@assay/risk-service/contract'
import { useId, useState } from 'react'
import { FormattedMessage } from 'react-intl'
import { useEnvironment } from '../../../platform/environments/environments.tsx'
import { ParticipantList } from '../frame/participants.tsx'

interface ConsentBoxProps {
  /** Something changed: whoever saves it agrees to the terms. */
  needed: boolean
  agreed: boolean
  locked: boolean
  participants: readonly string[]
  onAgree: (agreed: boolean) => void
}

/** The consent to the terms of sharing, which open as a dialog. Every save needs it anew. */
export function ConsentBox({ needed, agreed, locked, participants, onAgree }: ConsentBoxProps) {
  const { friendlyName } = useEnvironment()
  const [reading, setReading] = useState(false)
  const label = useId()
  return (
    <>
      <div className="flex items-start gap-1.5 text-sm">
        <span className="flex h-5 items-center">
          <Checkbox
            aria-labelledby={label}
            checked={agreed}
            disabled={locked || !needed}
            onCheckedChange={checked => onAgree(checked === true)}
          />
        </span>
        <span id={label} className={needed ? undefined : 'text-fg-muted'}>
          <FormattedMessage
            id="Booster.Consent"
            values={{
              environment: <bdi key="environment">{friendlyName}</bdi>,
              link: text => (
                <button
                  key="terms"
                  type="button"
                  className="font-medium text-link underline focus-ring"
                  onClick={() => setReading(true)}
                >
                  {text}
                </button>
              ),
            }}
          />
        </span>
      </div>
      {reading ? <TermsDialog participants={participants} onClose={() => setReading(false)} /> : null}
    </>
  )
}

const terms = ['Purpose', 'Values', 'Receivers', 'Time', 'HoldOut', 'End'] as const

/** What is agreed to, and with whom: nobody takes part on an installation without banks. */
function TermsDialog({ participants, onClose }: { participants: readonly string[]; onClose: () => void }) {
  return (
    <Dialog open onOpenChange={onClose}>
      <DialogContent
        title={<FormattedMessage id="Booster.Terms.Title" />}
        description={<FormattedMessage id="Booster.Terms.Version" values={{ version: boosterTermsVersion }} />}
        footer={
          <DialogClose asChild>
            <Button>
              <FormattedMessage id="Common.Close" />
            </Button>
          </DialogClose>
        }
      >
        <div className="flex flex-col gap-4 text-sm">
          <ol className="flex list-decimal flex-col gap-2 ps-5">
            {terms.map(term => (
              <li key={term}>
                <FormattedMessage id={`Booster.Terms.${term}`} />
              </li>
            ))}
          </ol>
          <section className="flex flex-col gap-1">
            <Heading level={3} size="sm">
              <FormattedMessage id="Booster.Participants" />
            </Heading>
            <div className="text-fg-secondary">
              {participants.length === 0 ? (
                <FormattedMessage id="Booster.NoParticipants" />
              ) : (
                <ParticipantList participants={participants} />
              )}
            </div>
          </section>
        </div>
      </DialogContent>
    </Dialog>
  )
}
