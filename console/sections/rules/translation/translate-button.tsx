import { Button, Icon, lazyPart } from '@assay/design-system'
import { Replace } from 'lucide-react'
import { Suspense } from 'react'
import { FormattedMessage } from 'react-intl'
import { flagParameter, useSearchState } from '../../../platform/router/use-search-state.ts'

const TranslateDialog = lazyPart(() =>
  import('./translate-dialog.tsx').then(module => ({ default: module.TranslateDialog })),
)

/** In the address: the dialog is open. */
const searchSchema = { translate: flagParameter('rules') }

/** Opens the dialog that makes drafts of rules of another product; for who may write rules. */
export function TranslateButton() {
  const [{ translate: open }, setSearchState] = useSearchState(searchSchema)
  return (
    <>
      <Button variant="ghost" onClick={() => setSearchState({ translate: true }, 'push')}>
        <Icon icon={Replace} />
        <FormattedMessage id="Rules.Translate.Open" />
      </Button>
      {open ? (
        <Suspense>
          <TranslateDialog onClose={() => setSearchState({ translate: false }, 'push')} />
        </Suspense>
      ) : null}
    </>
  )
}
