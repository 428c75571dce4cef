/**
 * The redirect URI. It hands the provider's answer to the page that asked, and is all that is loaded for it: in a
 * hidden frame it answers the frame's owner, in the window itself it goes back to the page where the sign-in began.
 */
import { broadcastResponseToMainFrame } from '@azure/msal-browser/redirect-bridge'

broadcastResponseToMainFrame().catch(() => {
  // No answer in the address (opened by hand, reloaded): the console finds out who is signed in.
  if (window.self === window.top) location.replace('/')
})
