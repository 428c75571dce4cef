import '../console.css'
import { applyAppearance, readAppearance, watchSystemTheme } from '@assay/design-system'
import { setNonce } from 'get-nonce'
import { createRoot } from 'react-dom/client'
import { LanguageProvider, loadLanguage } from '../platform/i18n/i18n.tsx'
import { showStartupFailure } from '../platform/startup-failure/startup-failure.ts'
import { signInData } from './sign-in-data.ts'
import { SignInPage } from './sign-in-page.tsx'

async function startSignInPage(): Promise<void> {
  applyAppearance(readAppearance())
  watchSystemTheme()
  // Menus lock scrolling by a style element of their own, which needs the nonce of this page.
  const nonce = document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce
  if (nonce) setNonce(nonce)
  const data = signInData()
  const language = await loadLanguage()
  const root = document.getElementById('root')
  if (!root) throw new Error('The page has no root element.')
  createRoot(root).render(
    <LanguageProvider initial={language}>
      <SignInPage data={data} />
    </LanguageProvider>,
  )
}

startSignInPage().catch(showStartupFailure)
