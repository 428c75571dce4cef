import { Button, Dialog, DialogClose, DialogContent } from '@assay/design-system'
import { useState } from 'react'
import { FormattedMessage } from 'react-intl'
import { useOffline } from '../../../platform/offline/connection.ts'
import { DraftsCreated } from './drafts-created.tsx'
import { NeededResources } from './needed-resources.tsx'
import { TranslatedRules } from './translated-rules.tsx'
import { TranslationSource } from './translation-source.tsx'
import { useCreateDrafts } from './use-create-drafts.ts'
import { useTranslation } from './use-translation.ts'

/** Translates rules of another product, shows what became of each, and makes drafts of those that are chosen. */
export function TranslateDialog({ onClose }: { onClose: () => void }) {
  const offline = useOffline()
  const source = useTranslation()
  const drafts = useCreateDrafts()
  const { translation } = source
  // By number: those that were taken out.
  const [left, setLeft] = useState<ReadonlySet<number>>(new Set())
  const chosen = translation?.order.filter(({ number }) => !left.has(number)) ?? []
  const { progress } = drafts

  const back = (
    <Button
      onClick={() => {
        drafts.reset()
        setLeft(new Set())
        source.back()
      }}
      disabled={progress?.running === true}
    >
      <FormattedMessage id="Rules.Translate.Others" />
    </Button>
  )
  const footer =
    translation === null ? (
      <>
        <DialogClose asChild>
          <Button>
            <FormattedMessage id="Common.Cancel" />
          </Button>
        </DialogClose>
        <Button
          variant="primary"
          loading={source.vocabulary.isPending}
          disabled={source.vocabulary.isError}
          onClick={source.run}
        >
          <FormattedMessage id="Rules.Translate.Run" />
        </Button>
      </>
    ) : progress !== null ? (
      <>
        {back}
        <Button key="close" variant="primary" disabled={progress.running} onClick={onClose}>
          <FormattedMessage id="Common.Close" />
        </Button>
      </>
    ) : (
      <>
        {back}
        <Button
          // Another button than the one that was pressed before in its place.
          key="create"
          variant="primary"
          disabled={offline || chosen.length === 0}
          onClick={() => void drafts.create(translation, chosen)}
        >
          <FormattedMessage id="Rules.Translate.Create" values={{ count: chosen.length }} />
        </Button>
      </>
    )
  return (
    <Dialog
      open
      dirty={source.text !== '' && progress === null}
      onOpenChange={open => {
        if (!open) onClose()
      }}
    >
      <DialogContent
        size={translation !== null && progress === null ? 'full' : 'lg'}
        required={progress?.running === true}
        title={<FormattedMessage id="Rules.Translate.Open" />}
        description={<FormattedMessage id="Rules.Translate.Text" />}
        footer={footer}
      >
        {translation === null ? (
          <TranslationSource source={source} />
        ) : progress !== null ? (
          <DraftsCreated progress={progress} />
        ) : (
          <>
            <NeededResources translation={translation} chosen={chosen} />
            <TranslatedRules
              translation={translation}
              left={left}
              onLeave={(number, isLeft) => {
                const next = new Set(left)
                if (isLeft) next.add(number)
                else next.delete(number)
                setLeft(next)
              }}
            />
          </>
        )}
      </DialogContent>
    </Dialog>
  )
}
