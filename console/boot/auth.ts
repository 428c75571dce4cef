/**
 * The redirect URI. It passes the provider's response to the page that sent the request, and loads nothing else: a
 * hidden frame posts the response to its parent, the window itself returns to the page where the sign-in began.
 */
import { broadcastResponseToMainFrame } from '@azure/msal-browser/redirect-bridge'

broadcastResponseToMainFrame().catch(() => {
  // Without a response in the address (opened by hand, reloaded) the console determines the signed-in user.
  if (window.self === window.top) location.replace('/')
})
