/** A request of each operation of the product, by its id: what the tests of the endpoints send. */
import accountCreation from '../samples/account-creation.full.json' with { type: 'json' }
import accountCreationStatus from '../samples/account-creation-status.rejected.json' with { type: 'json' }
import accountLabel from '../samples/account-label.compromised.json' with { type: 'json' }
import accountLogin from '../samples/account-login.web.json' with { type: 'json' }
import accountLoginStatus from '../samples/account-login-status.approved.json' with { type: 'json' }
import accountUpdate from '../samples/account-update.phone.json' with { type: 'json' }
import bankEvent from '../samples/bank-event.auth.json' with { type: 'json' }
import chargeback from '../samples/chargeback.inquiry.json' with { type: 'json' }
import label from '../samples/label.purchase.json' with { type: 'json' }
import purchase from '../samples/purchase.card.json' with { type: 'json' }
import purchaseStatus from '../samples/purchase-status.approved.json' with { type: 'json' }
import refund from '../samples/refund.approved.json' with { type: 'json' }
import signIn from '../samples/signin.web.json' with { type: 'json' }
import signUp from '../samples/signup.web.json' with { type: 'json' }
import signUpStatus from '../samples/signup-status.approved.json' with { type: 'json' }
import updateAccount from '../samples/update-account.profile.json' with { type: 'json' }

export const samples: Readonly<Record<string, unknown>> = {
  Purchase: purchase,
  PurchaseStatus: purchaseStatus,
  BankEvent: bankEvent,
  Chargeback: chargeback,
  Refund: refund,
  UpdateAccount: updateAccount,
  Label: label,
  SignUp: signUp,
  SignUpStatus: signUpStatus,
  SignIn: signIn,
  AccountCreation: accountCreation,
  AccountCreationStatus: accountCreationStatus,
  AccountLogin: accountLogin,
  AccountLoginStatus: accountLoginStatus,
  AccountUpdate: accountUpdate,
  AccountLabel: accountLabel,
  MirroredEvents: {
    events: [
      {
        path: '/v1.0/MerchantServices/events/Purchase',
        time: '2026-11-28T12:00:00Z',
        request: purchase,
        response: { resultDetails: { MerchantRuleDecision: 'Approve', RiskScore: 120 } },
      },
    ],
  },
}
