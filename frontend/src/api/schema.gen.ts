// Made by `npm run contract`. Do not edit.

export interface paths {
  '/api/blog/featured/': { parameters: {}; get: operations['list_featured_stories'] };
  '/api/blog/{slug}/': { parameters: {}; get: operations['get_story'] };
  '/api/calendar/': {
    parameters: {};
    get: operations['get_calendar_address'];
    post: operations['create_calendar_address'];
    delete: operations['remove_calendar_address'];
  };
  '/api/calendar/renew/': { parameters: {}; post: operations['renew_calendar_address'] };
  '/api/calendar/tables.ics/': { parameters: {}; get: operations['get_calendar_feed'] };
  '/api/cancel-table/': {
    parameters: {};
    get: operations['get_linked_table'];
    post: operations['cancel_linked_table'];
  };
  '/api/clients/': {
    parameters: {};
    get: operations['list_clients'];
    post: operations['add_client'];
  };
  '/api/clients/export/': { parameters: {}; get: operations['export_clients'] };
  '/api/clients/import/': { parameters: {}; post: operations['import_clients'] };
  '/api/clients/{client_id}/': {
    parameters: {};
    get: operations['get_client'];
    delete: operations['delete_client'];
    patch: operations['change_client'];
  };
  '/api/clients/{client_id}/cards/': { parameters: {}; post: operations['put_client_card'] };
  '/api/clients/{client_id}/cards/{account_id}/': {
    parameters: {};
    delete: operations['forget_client_card'];
  };
  '/api/events/': { parameters: {}; get: operations['list_events'] };
  '/api/keys/': { parameters: {}; get: operations['list_keys']; post: operations['create_key'] };
  '/api/keys/{key_id}/': { parameters: {}; delete: operations['revoke_key'] };
  '/api/mandates/': { parameters: {}; get: operations['list_mandates'] };
  '/api/mandates/{mandate_id}/': {
    parameters: {};
    get: operations['get_mandate'];
    delete: operations['revoke_mandate'];
  };
  '/api/mandates/{mandate_id}/approve/': { parameters: {}; post: operations['approve_mandate'] };
  '/api/mandates/{mandate_id}/challenge/': {
    parameters: {};
    get: operations['get_approval_challenge'];
  };
  '/api/mandates/{mandate_id}/decline/': { parameters: {}; post: operations['decline_mandate'] };
  '/api/mqtt/': {
    parameters: {};
    get: operations['get_mqtt_broker'];
    put: operations['save_mqtt_broker'];
    delete: operations['remove_mqtt_broker'];
  };
  '/api/mqtt/tests/': { parameters: {}; post: operations['test_mqtt_broker'] };
  '/api/notices/': {
    parameters: {};
    get: operations['list_notices'];
    patch: operations['mark_notices_seen'];
  };
  '/api/notification-settings/': { parameters: {}; get: operations['get_notification_settings'] };
  '/api/notification-settings/addresses/{address_id}/': {
    parameters: {};
    delete: operations['remove_address'];
  };
  '/api/notification-settings/apps/': { parameters: {}; post: operations['add_chat_app'] };
  '/api/notification-settings/choices/': {
    parameters: {};
    patch: operations['choose_notifications'];
  };
  '/api/notification-settings/devices/': { parameters: {}; post: operations['add_device'] };
  '/api/notification-settings/quiet-hours/': {
    parameters: {};
    put: operations['set_quiet_hours'];
    delete: operations['clear_quiet_hours'];
  };
  '/api/notification-settings/tests/': { parameters: {}; post: operations['send_test_messages'] };
  '/api/notification-settings/tests/{test}/': {
    parameters: {};
    get: operations['list_test_results'];
  };
  '/api/oauth/authorization/': {
    parameters: {};
    get: operations['read_authorization'];
    post: operations['answer_authorization'];
  };
  '/api/oauth/programs/': { parameters: {}; get: operations['list_programs'] };
  '/api/oauth/programs/{program_id}/': { parameters: {}; delete: operations['revoke_program'] };
  '/api/opentable/check_opentable_auth/': {
    parameters: {};
    get: operations['check_opentable_auth'];
  };
  '/api/opentable/logout/': { parameters: {}; post: operations['disconnect_opentable'] };
  '/api/opentable/phone_login/': { parameters: {}; post: operations['send_opentable_code'] };
  '/api/opentable/verify_phone_2fa/': {
    parameters: {};
    post: operations['confirm_opentable_code'];
  };
  '/api/passkeys/': {
    parameters: {};
    get: operations['list_passkeys'];
    post: operations['add_passkey'];
  };
  '/api/passkeys/challenge/': { parameters: {}; post: operations['challenge_passkey'] };
  '/api/passkeys/{passkey_id}/': { parameters: {}; delete: operations['remove_passkey'] };
  '/api/platforms/': { parameters: {}; get: operations['list_platforms'] };
  '/api/platforms/{key}/accounts/': { parameters: {}; get: operations['list_platform_accounts'] };
  '/api/platforms/{key}/answer_challenge/': {
    parameters: {};
    post: operations['answer_platform_challenge'];
  };
  '/api/platforms/{key}/check_auth/': { parameters: {}; get: operations['check_platform_auth'] };
  '/api/platforms/{key}/confirm_code/': {
    parameters: {};
    post: operations['confirm_platform_code'];
  };
  '/api/platforms/{key}/login/': { parameters: {}; post: operations['connect_platform'] };
  '/api/platforms/{key}/logout/': { parameters: {}; post: operations['disconnect_platform'] };
  '/api/platforms/{key}/send_code/': { parameters: {}; post: operations['send_platform_code'] };
  '/api/public/table/': { parameters: {}; get: operations['get_shared_table'] };
  '/api/public/table/calendar/': { parameters: {}; get: operations['get_shared_calendar_file'] };
  '/api/public/venues/': { parameters: {}; get: operations['list_public_venues'] };
  '/api/public/venues/locations/': { parameters: {}; get: operations['list_public_locations'] };
  '/api/public/venues/{venue_id}/': { parameters: {}; get: operations['get_public_venue'] };
  '/api/reservations/': {
    parameters: {};
    get: operations['list_requests'];
    post: operations['create_request'];
  };
  '/api/reservations/bulk/': { parameters: {}; post: operations['change_requests'] };
  '/api/reservations/counts/': { parameters: {}; get: operations['count_requests'] };
  '/api/reservations/existing-restaurants/': {
    parameters: {};
    get: operations['list_existing_restaurants'];
  };
  '/api/reservations/get-unique-unactive-dates-by-group/': {
    parameters: {};
    post: operations['list_closed_dates'];
  };
  '/api/reservations/kept-tables/': { parameters: {}; get: operations['list_kept_tables'] };
  '/api/reservations/odds/': { parameters: {}; post: operations['estimate_draft_odds'] };
  '/api/reservations/venues/{venue_id}/': { parameters: {}; get: operations['get_venue_activity'] };
  '/api/reservations/{group_id}/': {
    parameters: {};
    get: operations['get_request'];
    put: operations['update_request'];
    delete: operations['delete_request'];
  };
  '/api/reservations/{group_id}/accept-fee/': { parameters: {}; post: operations['accept_fee'] };
  '/api/reservations/{group_id}/again/': { parameters: {}; post: operations['repeat_request'] };
  '/api/reservations/{group_id}/odds/': { parameters: {}; get: operations['get_request_odds'] };
  '/api/reservations/{group_id}/pause/': { parameters: {}; post: operations['pause_request'] };
  '/api/reservations/{group_id}/readiness/': {
    parameters: {};
    get: operations['get_request_readiness'];
  };
  '/api/reservations/{group_id}/rehearse/': {
    parameters: {};
    post: operations['rehearse_request'];
  };
  '/api/reservations/{group_id}/tables/{reservation_id}/calendar/': {
    parameters: {};
    get: operations['get_calendar_file'];
  };
  '/api/reservations/{group_id}/tables/{reservation_id}/cancel/': {
    parameters: {};
    post: operations['cancel_table'];
  };
  '/api/reservations/{group_id}/tables/{reservation_id}/look-for-better/': {
    parameters: {};
    post: operations['seek_better_table'];
  };
  '/api/reservations/{group_id}/tables/{reservation_id}/share/': {
    parameters: {};
    post: operations['share_table'];
    delete: operations['stop_sharing_table'];
  };
  '/api/reservations/{group_id}/timeline/': {
    parameters: {};
    get: operations['get_request_timeline'];
  };
  '/api/reservations/{group_id}/unpause/': { parameters: {}; post: operations['unpause_request'] };
  '/api/resy/check_resy_auth/': { parameters: {}; get: operations['check_resy_auth'] };
  '/api/resy/login/': { parameters: {}; post: operations['connect_resy'] };
  '/api/resy/logout/': { parameters: {}; post: operations['disconnect_resy'] };
  '/api/stripe-integration/subscription/access-end-date/': {
    parameters: {};
    get: operations['get_access_end_date'];
  };
  '/api/stripe-integration/subscription/cancel-subscription/': {
    parameters: {};
    post: operations['cancel_subscription'];
  };
  '/api/stripe-integration/subscription/change-subscription/': {
    parameters: {};
    post: operations['change_subscription'];
  };
  '/api/stripe-integration/subscription/create-checkout-session/': {
    parameters: {};
    post: operations['create_checkout_session'];
  };
  '/api/stripe-integration/subscription/manage-subscription/': {
    parameters: {};
    get: operations['manage_subscription'];
  };
  '/api/stripe-integration/subscription/subscription-details/': {
    parameters: {};
    get: operations['get_subscription_details'];
  };
  '/api/stripe-integration/webhook/': { parameters: {}; post: operations['receive_stripe_event'] };
  '/api/swaps/{offer_id}/': { parameters: {}; get: operations['get_swap_offer'] };
  '/api/swaps/{offer_id}/accept/': { parameters: {}; post: operations['accept_swap'] };
  '/api/swaps/{offer_id}/keep/': { parameters: {}; post: operations['keep_table'] };
  '/api/users/change_password/': { parameters: {}; post: operations['change_password'] };
  '/api/users/email/confirm/': { parameters: {}; post: operations['confirm_email'] };
  '/api/users/email/resend/': { parameters: {}; post: operations['resend_confirmation'] };
  '/api/users/email/revert/': { parameters: {}; post: operations['revert_email'] };
  '/api/users/login/': { parameters: {}; post: operations['log_in'] };
  '/api/users/logout/': { parameters: {}; post: operations['log_out'] };
  '/api/users/me/': {
    parameters: {};
    get: operations['get_profile'];
    delete: operations['close_account'];
    patch: operations['update_profile'];
  };
  '/api/users/notifications/': {
    parameters: {};
    get: operations['get_notification_channels'];
    patch: operations['update_notification_channels'];
  };
  '/api/users/phone/confirm/': { parameters: {}; post: operations['confirm_phone'] };
  '/api/users/phone/send_code/': { parameters: {}; post: operations['send_phone_code'] };
  '/api/users/register/': { parameters: {}; post: operations['register_user'] };
  '/api/users/request_password_reset/': {
    parameters: {};
    post: operations['request_password_reset'];
  };
  '/api/users/sessions/': { parameters: {}; get: operations['list_sessions'] };
  '/api/users/sessions/revoke-others/': {
    parameters: {};
    post: operations['revoke_other_sessions'];
  };
  '/api/users/sessions/{session_id}/': { parameters: {}; delete: operations['revoke_session'] };
  '/api/users/token/refresh/': { parameters: {}; post: operations['refresh_tokens'] };
  '/api/users/verify_reset_password/': { parameters: {}; post: operations['reset_password'] };
  '/api/venues/': { parameters: {}; get: operations['list_venues'] };
  '/api/venues/featured/': { parameters: {}; get: operations['list_featured_venues'] };
  '/api/venues/links/': { parameters: {}; post: operations['add_linked_venue'] };
  '/api/venues/locations/': { parameters: {}; get: operations['list_locations'] };
  '/api/venues/premium/': { parameters: {}; get: operations['list_premium_venues'] };
  '/api/venues/resy-ids/': { parameters: {}; get: operations['list_resy_ids'] };
  '/api/venues/search/': { parameters: {}; get: operations['search_venues'] };
  '/api/venues/{venue_id}/': { parameters: {}; get: operations['get_venue'] };
  '/api/webhooks/': {
    parameters: {};
    get: operations['list_webhooks'];
    post: operations['create_webhook'];
  };
  '/api/webhooks/deliveries/{delivery_id}/': {
    parameters: {};
    post: operations['redeliver_webhook'];
  };
  '/api/webhooks/{webhook_id}/': {
    parameters: {};
    delete: operations['remove_webhook'];
    patch: operations['change_webhook'];
  };
  '/api/webhooks/{webhook_id}/deliveries/': {
    parameters: {};
    get: operations['list_webhook_deliveries'];
  };
  '/api/webhooks/{webhook_id}/secret/': {
    parameters: {};
    post: operations['rotate_webhook_secret'];
  };
  '/api/webhooks/{webhook_id}/tests/': { parameters: {}; post: operations['test_webhook'] };
  '/api/weekly-rules/': { parameters: {}; get: operations['list_weekly_rules'] };
  '/api/weekly-rules/{rule_id}/': { parameters: {}; delete: operations['end_weekly_rule'] };
  '/api/weekly-rules/{rule_id}/pause/': { parameters: {}; post: operations['pause_weekly_rule'] };
  '/api/weekly-rules/{rule_id}/unpause/': {
    parameters: {};
    post: operations['unpause_weekly_rule'];
  };
}
export interface webhooks {
  'account.attention': {
    parameters: {};
    post: {
      parameters: {
        header: { 'webhook-id': string; 'webhook-timestamp': string; 'webhook-signature': string };
      };
      requestBody: {
        content: {
          'application/json': {
            data: components['schemas']['AccountAttention'];
            timestamp: string;
            type: 'account.attention';
          };
        };
      };
      responses: { '2XX': {} };
    };
  };
  'reservation.changed': {
    parameters: {};
    post: {
      parameters: {
        header: { 'webhook-id': string; 'webhook-timestamp': string; 'webhook-signature': string };
      };
      requestBody: {
        content: {
          'application/json': {
            data: components['schemas']['ReservationChanged'];
            timestamp: string;
            type: 'reservation.changed';
          };
        };
      };
      responses: { '2XX': {} };
    };
  };
  'reservation.deadline': {
    parameters: {};
    post: {
      parameters: {
        header: { 'webhook-id': string; 'webhook-timestamp': string; 'webhook-signature': string };
      };
      requestBody: {
        content: {
          'application/json': {
            data: components['schemas']['ReservationDeadline'];
            timestamp: string;
            type: 'reservation.deadline';
          };
        };
      };
      responses: { '2XX': {} };
    };
  };
  'reservation.not_ready': {
    parameters: {};
    post: {
      parameters: {
        header: { 'webhook-id': string; 'webhook-timestamp': string; 'webhook-signature': string };
      };
      requestBody: {
        content: {
          'application/json': {
            data: components['schemas']['ReservationNotReady'];
            timestamp: string;
            type: 'reservation.not_ready';
          };
        };
      };
      responses: { '2XX': {} };
    };
  };
  'reservation.opening': {
    parameters: {};
    post: {
      parameters: {
        header: { 'webhook-id': string; 'webhook-timestamp': string; 'webhook-signature': string };
      };
      requestBody: {
        content: {
          'application/json': {
            data: components['schemas']['ReservationOpening'];
            timestamp: string;
            type: 'reservation.opening';
          };
        };
      };
      responses: { '2XX': {} };
    };
  };
  'reservation.outcome': {
    parameters: {};
    post: {
      parameters: {
        header: { 'webhook-id': string; 'webhook-timestamp': string; 'webhook-signature': string };
      };
      requestBody: {
        content: {
          'application/json': {
            data: components['schemas']['ReservationOutcome'];
            timestamp: string;
            type: 'reservation.outcome';
          };
        };
      };
      responses: { '2XX': {} };
    };
  };
  'user.changed': {
    parameters: {};
    post: {
      parameters: {
        header: { 'webhook-id': string; 'webhook-timestamp': string; 'webhook-signature': string };
      };
      requestBody: {
        content: {
          'application/json': {
            data: components['schemas']['UserChanged'];
            timestamp: string;
            type: 'user.changed';
          };
        };
      };
      responses: { '2XX': {} };
    };
  };
  'user.notice': {
    parameters: {};
    post: {
      parameters: {
        header: { 'webhook-id': string; 'webhook-timestamp': string; 'webhook-signature': string };
      };
      requestBody: {
        content: {
          'application/json': {
            data: components['schemas']['UserNotice'];
            timestamp: string;
            type: 'user.notice';
          };
        };
      };
      responses: { '2XX': {} };
    };
  };
  'webhook.test': {
    parameters: {};
    post: {
      parameters: {
        header: { 'webhook-id': string; 'webhook-timestamp': string; 'webhook-signature': string };
      };
      requestBody: {
        content: {
          'application/json': {
            data: components['schemas']['WebhookTest'];
            timestamp: string;
            type: 'webhook.test';
          };
        };
      };
      responses: { '2XX': {} };
    };
  };
  'weekly_rule.changed': {
    parameters: {};
    post: {
      parameters: {
        header: { 'webhook-id': string; 'webhook-timestamp': string; 'webhook-signature': string };
      };
      requestBody: {
        content: {
          'application/json': {
            data: components['schemas']['WeeklyRuleChanged'];
            timestamp: string;
            type: 'weekly_rule.changed';
          };
        };
      };
      responses: { '2XX': {} };
    };
  };
}
export interface components {
  schemas: {
    AcceptIn: { replaces: boolean };
    AccountAttention: {
      account_id: number;
      at: string;
      platform: 'resy' | 'opentable';
      reason: string;
      reason_text: string;
      seq: number;
      status: 'connected' | 'needs_reconnect';
      type: 'account.attention';
      username: string;
    };
    AccountCardOut: { id: string; is_default: boolean; label: string };
    AccountHealthOut: {
      attention: string | null;
      connected_at: string;
      display_name: string;
      id: number;
      is_concierge: boolean;
      platform: 'resy' | 'opentable';
      status: 'connected' | 'needs_reconnect';
      token_expires_at: string | null;
      username: string;
      verified_at: string | null;
    };
    AddressOut: {
      app: ('ntfy' | 'telegram' | 'discord' | 'pushover' | 'slack') | null;
      channel: 'push' | 'chat';
      created_at: string;
      current: boolean;
      id: number;
      label: string;
      problem: string | null;
      state: 'ready' | 'checking' | 'failed';
    };
    AnswersIn: { answers: { [key: string]: string }; correlation_id: string };
    ApprovalIn: { assertion?: { [key: string]: unknown } | null; digest: string };
    Asked: { correlation_id: string; properties: components['schemas']['Property'][] };
    AuthorizationIn: { allow: boolean; password: string };
    AuthorizationOut: {
      domain: string;
      name: string;
      returns_to: string;
      scopes: components['schemas']['Scope'][];
    };
    Away: { within: number };
    BlogOut: {
      body: string;
      category: string;
      created_at: string;
      id: number;
      image_alt: string;
      image_url: string;
      published_at: string;
      slug: string;
      summary: string;
      title: string;
    };
    BookEntryOut: {
      cards: components['schemas']['ClientCardOut'][];
      created_at: string;
      email: string;
      first_name: string;
      id: number;
      last_name: string;
      open_groups: number[];
      phone: string;
      saved: boolean;
      zip_code: string;
    };
    BookOut: {
      clients: components['schemas']['BookEntryOut'][];
      count: number;
      page: number;
      pages: number;
    };
    BookedOut: {
      account_name: string;
      at: string;
      can_improve: boolean;
      cancel_fee_cents: number | null;
      canceling: boolean;
      confirmation: string;
      currency: string;
      deposit_cents: number | null;
      free_until: string | null;
      party_size: number;
      platform: 'resy' | 'opentable';
      seating: string;
      time: string;
    };
    BulkIn: { action: 'pause' | 'unpause' | 'delete'; group_ids: number[] };
    BulkOut: {
      groups: components['schemas']['GroupOut'][];
      results: components['schemas']['BulkResultOut'][];
    };
    BulkResultOut: { code: string; done: boolean; group_id: number; message: string };
    CalendarAddressOut: { created_at: string | null; url: string | null };
    CancelLinkIn: { accepts_costs: boolean; token: string };
    CanceledByLinkOut: { code: 'canceling' | 'canceled'; message: string };
    CardIn: {
      account_id: number;
      cc_number?: string | null;
      cvc?: string | null;
      exp_month?: string | null;
      exp_year?: string | null;
    };
    ChallengeOut: { challenge: string; credential_ids: string[]; relying_party: string };
    ChangeIn: { new_subscription_tier: 'standard' | 'premium' };
    ChangeOut: {
      date: string | null;
      end_time: string | null;
      kind: 'times' | 'day' | 'party';
      party_size: number | null;
      probability: number;
      start_time: string | null;
    };
    ChangePasswordIn: { new_password: string; old_password: string };
    ChatIn: {
      app: 'ntfy' | 'telegram' | 'discord' | 'pushover' | 'slack';
      chat?: string | null;
      server?: string | null;
      token?: string | null;
      topic?: string | null;
      user?: string | null;
      webhook?: string | null;
    };
    CheckLine: {
      action: components['schemas']['LineAction'] | null;
      check: 'session' | 'card' | 'clock' | 'venue' | 'platform' | 'fee' | 'meal' | 'channel';
      state: 'ok' | 'warning' | 'failed' | 'unknown';
      text: string;
    };
    CheckoutIn: { subscription_tier: 'standard' | 'premium' };
    CheckoutOut: { message: string; sessionUrl: string };
    Choice: {
      channel: 'email' | 'sms' | 'push' | 'chat';
      on: boolean;
      topic: 'booked' | 'needs_you' | 'opening' | 'changed' | 'ended' | 'plan';
    };
    ChoiceIn: {
      channel: 'email' | 'sms' | 'push' | 'chat';
      on: boolean;
      topic: 'booked' | 'needs_you' | 'opening' | 'changed' | 'ended' | 'plan';
    };
    ChoicesIn: { choices: components['schemas']['ChoiceIn'][] };
    ClientCardOut: {
      account_id: number;
      account_name: string;
      cc_number: string;
      exp_month: string;
      exp_year: string;
      platform: 'resy' | 'opentable';
      usable: boolean;
    };
    ClientDetailsIn: {
      cc_number?: string | null;
      cvc?: string | null;
      email: string;
      exp_month?: string | null;
      exp_year?: string | null;
      first_name: string;
      last_name: string;
      phone: string;
      phone_country_code: string;
      save: boolean;
      zip_code: string;
    };
    ClientIn: {
      email: string;
      first_name: string;
      last_name: string;
      phone: string;
      phone_country_code: string;
      zip_code: string;
    };
    ClientOut: {
      cc_number: string | null;
      email: string;
      exp_month: string | null;
      exp_year: string | null;
      first_name: string;
      last_name: string;
      phone: string;
      zip_code: string;
    };
    ClientPatchIn: {
      email?: string | null;
      first_name?: string | null;
      last_name?: string | null;
      phone?: string | null;
      phone_country_code?: string | null;
      saved?: boolean | null;
      zip_code?: string | null;
    };
    ClientSavedOut: { client: components['schemas']['BookEntryOut']; message: string };
    CloseIn: { password: string };
    CodeConfirmedOut: {
      account: components['schemas']['PlatformAccountOut'] | null;
      challenge: components['schemas']['Asked'] | null;
      message: string;
    };
    CodeIn: { code: string; correlation_id: string };
    CodeRequestIn: { country_code?: string | null; email?: string | null; phone?: string | null };
    CodeSent: { correlation_id: string; message: string };
    ConfirmPhoneIn: { code: string };
    ConnectedOut: { account: components['schemas']['PlatformAccountOut']; message: string };
    CountsOut: { active_reservations: number; limit: number | null; total_reservations: number };
    CoverArt: { cuisine: string; seed: number };
    DatesIn: { group_id?: number | null };
    DatesOut: { dates: string[] };
    DetailsOut: {
      can_cancel: boolean;
      can_manage: boolean;
      cancels_on: string | null;
      complimentary: boolean;
      current_period_end: string | null;
      has_had_free_trial: boolean;
      plans: components['schemas']['Offer'][];
      status: string;
      subscription_type: 'none' | 'standard' | 'premium';
      trial_ends_at: string | null;
      will_cancel: boolean;
    };
    DeviceIn: {
      endpoint: string;
      expirationTime?: number | null;
      keys: components['schemas']['SubscriptionKeysIn'];
    };
    DisconnectIn: { accountId: number };
    DurableEvent:
      | components['schemas']['ReservationOutcome']
      | components['schemas']['ReservationOpening']
      | components['schemas']['ReservationDeadline']
      | components['schemas']['ReservationNotReady']
      | components['schemas']['ReservationChanged']
      | components['schemas']['WeeklyRuleChanged']
      | components['schemas']['AccountAttention']
      | components['schemas']['UserNotice']
      | components['schemas']['UserChanged']
      | components['schemas']['NotificationsTested'];
    Entitlements: {
      active_limit: number | null;
      can_reserve: boolean;
      can_select: boolean;
      custom_party_size: boolean;
      custom_time: boolean;
      free_notify_only: number;
      max_dates: number;
      max_venues: number;
      override: boolean;
      party_sizes: number[];
      premium_venues: boolean;
      priority_booking: boolean;
      release_requests: boolean;
      same_date_booking: boolean;
      seating_choice: boolean;
    };
    EntryOut: {
      at: string;
      checks: number | null;
      currency: string;
      date: string;
      duration_ms: number | null;
      fee_cents: number | null;
      held_cancel_fee_cents: number | null;
      id: number;
      kind: string;
      over: components['schemas']['OverOut'] | null;
      party_size: number | null;
      reason: string | null;
      reason_text: string | null;
      reservation_id: number;
      seating: string;
      tables: number | null;
      time: string | null;
      time_zone: string;
      venue_name: string;
    };
    EventsOut: { events: components['schemas']['DurableEvent'][]; last_seq: number };
    ExistingRestaurantOut: {
      dates: string[];
      venue: number;
      venue_name: string;
      why: 'active_task' | 'booking';
    };
    ExistingRestaurantsOut: {
      existing_restaurants: components['schemas']['ExistingRestaurantOut'][];
    };
    FeeIn: {
      cancel_fee_ceiling_cents?: number | null;
      fee_ceiling_cents?: number | null;
      unknown: boolean;
    };
    FiledOut: {
      group: components['schemas']['GroupOut'];
      message: string;
      more_group_ids: number[];
    };
    FilingIn: {
      clientDetails?: components['schemas']['ClientDetailsIn'] | null;
      errors?: { [key: string]: string | null } | null;
      moreClients?: components['schemas']['ClientDetailsIn'][] | null;
      reservation: components['schemas']['ReservationIn'];
      selectedAccounts?: { [key: string]: number } | null;
      selectedCards?: { [key: string]: string } | null;
      selectedOpenTableAccount?: number | null;
      selectedOpenTableCard?: string | null;
      selectedResyAccount?: number | null;
      selectedResyCard?: string | null;
    };
    GroupOut: {
      account_name: string;
      book_on_behalf: string | null;
      cancel_fee_ceiling_cents: number;
      chosen_cards: { [key: string]: string };
      client: components['schemas']['ClientOut'] | null;
      continue_as_cancel: boolean;
      created_date: string;
      dates: string[];
      dates_by_choice: string[];
      end_time: string;
      fee_ceiling_cents: number;
      final_snipe_date: string | null;
      group_id: number;
      members: components['schemas']['MemberOut'][];
      missed_release_at: string | null;
      note_to_restaurant: string;
      notify_only: boolean;
      number: string;
      one_table: boolean;
      opentable_card: string | null;
      override_reservations: boolean;
      party_size: number;
      release_at: string | null;
      release_date: string | null;
      release_time: string | null;
      resy_card: string | null;
      snipe_type: 'cancel' | 'release';
      start_time: string;
      status: 'active' | 'paused' | 'confirmed' | 'unsuccessful' | 'canceled';
      status_since: string;
      stopping: boolean;
      swap: ('search' | 'swap') | null;
      swap_table: components['schemas']['SwappedTableOut'] | null;
      time_windows: components['schemas']['TimeWindowOut'][];
      venues: components['schemas']['GroupVenueOut'][];
    };
    GroupVenueOut: {
      address1: string;
      cover_art: components['schemas']['CoverArt'] | null;
      cover_image_url: string | null;
      currency: string;
      id: number;
      locality: string;
      neighborhood: string;
      reservation_source: 'resy' | 'opentable';
      table_type: string;
      table_types: string[];
      time_zone: string;
      venue_id: number;
      venue_name: string;
    };
    GroupsOut: {
      count: number;
      counts: components['schemas']['StatusCounts'];
      groups: components['schemas']['GroupOut'][];
      page: number;
      pages: number;
      seq: number;
      sources: components['schemas']['SourceOut'][];
      warnings: components['schemas']['ListWarning'][];
    };
    HeadingsIn: {
      email: string;
      first_name: string;
      last_name: string;
      phone: string;
      zip_code: string;
    };
    HeatMap: {
      hours: number[];
      rates: (number | null)[][];
      sightings: number;
      watched_hours: number;
    };
    ImportLineOut: {
      client_id: number | null;
      errors: { [key: string]: string };
      line: number;
      name: string;
      outcome: 'created' | 'updated' | 'unchanged' | 'merged' | 'refused';
    };
    ImportOut: {
      created: number;
      ignored_columns: string[];
      lines: components['schemas']['ImportLineOut'][];
      merged: number;
      message: string;
      missing_columns: string[];
      refused: number;
      unchanged: number;
      updated: number;
    };
    KeptTable: {
      canceling: boolean;
      group_id: number | null;
      party_size: number | null;
      phrase: string;
      platform: 'resy' | 'opentable';
    };
    KeyIn: {
      days: number;
      name: string;
      password: string;
      scopes: components['schemas']['Scope'][];
    };
    KeyOut: {
      created_at: string;
      expires_at: string;
      id: number;
      last_used_at: string | null;
      name: string;
      scopes: components['schemas']['Scope'][];
    };
    LearnedRuleOut: {
      confidence: 'low' | 'medium' | 'high';
      days_ahead: number;
      jitter_seconds: number;
      local_time: string;
      observed: number;
      seen: number;
      text: string;
      weekday: number | null;
      zone: string;
    };
    LineAction: {
      cancel_cents: number | null;
      cents: number | null;
      group_id: number | null;
      kind:
        | 'reconnect'
        | 'add_card'
        | 'check_again'
        | 'change_request'
        | 'accept_fee'
        | 'open_request'
        | 'notifications';
      platform: ('resy' | 'opentable') | null;
    };
    LinkIn: { token: string };
    LinkedTableOut: {
      cancel_fee_cents: number | null;
      client_name: string | null;
      costs: boolean | null;
      currency: string;
      date: string;
      deposit_cents: number | null;
      free_until: string | null;
      party_size: number;
      platform: 'resy' | 'opentable';
      seating: string;
      state: 'booked' | 'canceling' | 'canceled' | 'past';
      time: string;
      time_zone: string;
      venue_name: string;
    };
    ListIn: {
      ids: number[];
      page: number;
      page_size: number;
      search: string;
      status?: ('active' | 'paused' | 'confirmed' | 'unsuccessful' | 'canceled') | null;
      tables_first: boolean;
    };
    ListWarning: { code: string; group_ids: number[]; message: string };
    LiveEvent:
      | components['schemas']['WatchTicks']
      | components['schemas']['WatchSeen']
      | components['schemas']['WatchSightings']
      | components['schemas']['SourceChanged'];
    LocationOut: { count: number; locality: string; neighborhood: string };
    LocationsOut: { locations: components['schemas']['LocationOut'][] };
    LoginIn: { email: string; password: string };
    LogoutIn: { refresh_token?: string | null };
    ManageOut: { url: string };
    MandateOut: {
      created_at: string;
      currency: string;
      digest: string;
      ends_at: string;
      id: number;
      lapses_at: string;
      open_requests: number;
      program_domain: string;
      program_name: string;
      restaurant_names: string[];
      state: 'draft' | 'lapsed' | 'approved' | 'ended' | 'declined' | 'revoked';
      tables_left: number;
      terms: components['schemas']['Terms'];
    };
    MemberOut: {
      booked: components['schemas']['BookedOut'] | null;
      date: string;
      id: number;
      page: string | null;
      reason: string | null;
      reason_text: string | null;
      seen: components['schemas']['SeenOut'] | null;
      shared: boolean;
      status: 'active' | 'paused' | 'confirmed' | 'unsuccessful' | 'canceled';
      table_type: string;
      venue: number;
      venue_name: string;
      watch: components['schemas']['WatchOut'] | null;
    };
    MessageOut: { message: string };
    MqttBrokerIn: { address: string; password?: string | null; prefix: string; username: string };
    MqttBrokerOut: {
      address: string;
      has_password: boolean;
      is_on: boolean;
      is_sending: boolean;
      prefix: string;
      problem: string | null;
      sensors: number;
      sent_at: string | null;
      username: string;
    };
    MqttOut: { broker: components['schemas']['MqttBrokerOut'] | null };
    NamedGroupOut: { group_id: number; venue_names: string[] };
    NewKeyOut: {
      created_at: string;
      expires_at: string;
      id: number;
      key: string;
      last_used_at: string | null;
      name: string;
      scopes: components['schemas']['Scope'][];
    };
    NewWebhookOut: {
      created_at: string;
      events: (
        | 'reservation.outcome'
        | 'reservation.opening'
        | 'reservation.deadline'
        | 'reservation.not_ready'
        | 'reservation.changed'
        | 'weekly_rule.changed'
        | 'account.attention'
        | 'user.notice'
        | 'user.changed'
      )[];
      id: number;
      is_on: boolean;
      label: string;
      problem: string | null;
      rotates_until: string | null;
      secret: string;
    };
    NewsOut: {
      events: (
        | components['schemas']['ReservationOutcome']
        | components['schemas']['ReservationOpening']
        | components['schemas']['ReservationDeadline']
        | components['schemas']['ReservationNotReady']
        | components['schemas']['ReservationChanged']
        | components['schemas']['AccountAttention']
        | components['schemas']['UserNotice']
        | components['schemas']['WeeklyRuleChanged']
      )[];
      groups: components['schemas']['NamedGroupOut'][];
      last_seq: number;
      more: boolean;
      seen: number;
      unseen: number;
    };
    NotificationSettingsOut: {
      addresses: components['schemas']['AddressOut'][];
      choices: components['schemas']['Choice'][];
      push_key: string | null;
      quiet_hours: components['schemas']['QuietHoursOut'] | null;
      reachable: boolean;
    };
    NotificationsIn: { email_notifications?: boolean | null; phone_notifications?: boolean | null };
    NotificationsOut: { email_notifications: boolean; phone_notifications: boolean };
    NotificationsTested: { at: string; seq: number; type: 'notifications.tested' };
    ObstacleOut: {
      kind:
        | 'captcha'
        | 'tock'
        | 'exclusive'
        | 'listing'
        | 'experience'
        | 'party_size'
        | 'horizon'
        | 'reopening';
      message: string;
      notifies: boolean;
      page: string;
      venue_id: number;
    };
    OddsIn: { reservation: components['schemas']['ReservationIn'] };
    OddsOut: { odds: components['schemas']['StatedOddsOut'] | null };
    Offer: {
      action:
        'start_trial' | 'subscribe' | 'resubscribe' | 'switch' | 'current' | 'included' | 'manage';
      name: string;
      price_cents: number;
      tier: 'standard' | 'premium';
    };
    OpenTableAccountOut: {
      cards: components['schemas']['AccountCardOut'][];
      display_name: string;
      id: number;
      is_concierge: boolean;
      ot_username: string;
      status: 'connected' | 'needs_reconnect';
      verified_at: string | null;
    };
    OpenTableConnectedOut: {
      account: components['schemas']['OpenTableAccountOut'];
      message: string;
    };
    OpenTableSignedInOut: { opentable_signed_in: boolean };
    Opening: { date: string; party_size: number; seen_at: string; time: string };
    OverOut: {
      by: 'venue' | 'date' | 'window' | 'seating';
      date: string;
      seating: string;
      time: string;
      venue_name: string;
    };
    OwnPasswordIn: { password: string };
    OwnRequestOut: {
      dates: string[];
      end_time: string;
      group_id: number;
      number: string;
      party_size: number;
      release_at: string | null;
      snipe_type: 'cancel' | 'release';
      start_time: string;
      status: 'active' | 'paused' | 'confirmed' | 'unsuccessful' | 'canceled';
      time_windows: components['schemas']['TimeWindowOut'][];
    };
    PageIn: { page: number; page_size: number };
    PasskeyIn: { credential: { [key: string]: unknown }; name: string };
    PasskeyOut: { id: number; last_used_at: string | null; name: string };
    PasswordIn: { email: string; password: string };
    PhoneCodeIn: { code: string; correlation_id: string; phone: string };
    PhoneLoginIn: { country_code?: string | null; phone: string };
    PlatformAccountOut: {
      cards: components['schemas']['AccountCardOut'][];
      display_name: string;
      id: number;
      is_concierge: boolean;
      platform: 'resy' | 'opentable';
      status: 'connected' | 'needs_reconnect';
      username: string;
      verified_at: string | null;
    };
    PlatformOut: {
      home_url: string;
      key: 'resy' | 'opentable';
      link_hosts: string[];
      name: string;
      offers_release: boolean;
      sign_in: components['schemas']['SignInKind'][];
      takes_note: boolean;
    };
    ProfileIn: {
      cancel_fee_per_guest_cents?: number | null;
      current_password?: string | null;
      email?: string | null;
      first_name?: string | null;
      last_name?: string | null;
      phone?: string | null;
    };
    ProgramOut: {
      created_at: string;
      domain: string;
      id: number;
      last_used_at: string | null;
      name: string;
      scopes: components['schemas']['Scope'][];
    };
    Property: { label: string; name: string };
    PublicVenueOut: {
      heat_map: components['schemas']['HeatMap'] | null;
      openings: components['schemas']['Opening'][];
      venue: components['schemas']['VenueDetailOut'];
    };
    QuietHoursIn: { end: string; start: string; time_zone: string };
    QuietHoursOut: { end: string; start: string; time_zone: string };
    ReadinessOut: {
      group_id: number;
      lines: components['schemas']['CheckLine'][];
      now: string;
      rehearsal: components['schemas']['RehearsalOut'] | null;
      rehearse_at: string | null;
    };
    ReadingOut: { last_seq: number; seen: number; unseen: number };
    Ready: { seq: number };
    RedirectOut: { redirect: string };
    RefreshIn: { refresh_token: string };
    RefusalOut: {
      clients?: components['schemas']['RefusedClientOut'][] | null;
      code: string;
      errors?: { [key: string]: string } | null;
      message: string;
      obstacles?: components['schemas']['ObstacleOut'][] | null;
    };
    RefusedClientOut: { at: number; errors: { [key: string]: string }; message: string };
    RegisterIn: {
      email: string;
      first_name: string;
      last_name: string;
      password: string;
      phone: string;
      referral_code?: string | null;
      referral_link?: string | null;
    };
    RehearsalOut: {
      finished_at: string | null;
      requested_at: string;
      steps: components['schemas']['RehearsalStep'][];
    };
    RehearsalStep: {
      duration_ms: number | null;
      ok: boolean;
      part: 'account' | 'find' | 'terms';
      text: string;
    };
    ReleaseRuleOut: {
      checked_at: string | null;
      confidence: 'low' | 'medium' | 'high';
      days_ahead: number;
      local_time: string;
      source: 'venue_page' | 'observed' | 'community' | 'none';
      zone: string;
    };
    ReservationChanged: {
      at: string;
      group_id: number;
      group_status: 'active' | 'paused' | 'confirmed' | 'unsuccessful' | 'canceled';
      reason: string | null;
      reason_text: string | null;
      seq: number;
      type: 'reservation.changed';
      what:
        | 'filed'
        | 'paused'
        | 'unpaused'
        | 'canceled'
        | 'stopping'
        | 'ended'
        | 'edited'
        | 'continued'
        | 'replaced'
        | 'override_failed'
        | 'resumed'
        | 'canceled_at_platform'
        | 'table_canceled'
        | 'canceling_table'
        | 'cancel_failed'
        | 'old_table_kept';
    };
    ReservationDeadline: {
      at: string;
      cancel_fee_cents: number | null;
      currency?: string | null;
      date: string;
      free_until: string;
      group_id: number;
      party_size: number;
      platform: 'resy' | 'opentable';
      reservation_id: number;
      seating: string;
      seq: number;
      time: string;
      time_zone: string;
      type: 'reservation.deadline';
      venue_name: string;
    };
    ReservationIn: {
      cancel_fee_ceiling_cents?: number | null;
      continue_as_cancel?: boolean | null;
      dates: string[];
      end_time?: string | null;
      fee_ceiling_cents: number;
      final_snipe_date?: string | null;
      note_to_restaurant?: string | null;
      notify_only?: boolean | null;
      one_table?: boolean | null;
      override_reservations: boolean;
      party_size?: number | null;
      release_date?: string | null;
      release_time?: string | null;
      repeat_until?: string | null;
      snipe_type: 'cancel' | 'release';
      start_time?: string | null;
      time_windows?: components['schemas']['TimeWindowIn'][] | null;
      venues: components['schemas']['VenueIn'][];
    };
    ReservationNotReady: {
      at: string;
      date: string;
      group_id: number;
      problems: string[];
      release_at: string;
      seq: number;
      time_zone: string;
      type: 'reservation.not_ready';
      venue_name: string;
    };
    ReservationOpening: {
      at: string;
      date: string;
      group_id: number;
      page: string | null;
      party_size: number;
      platform: 'resy' | 'opentable';
      reservation_id: number;
      seating: string;
      seq: number;
      swap_id?: number | null;
      tables: number;
      time: string;
      time_zone: string;
      type: 'reservation.opening';
      venue_name: string;
    };
    ReservationOutcome: {
      account_name: string;
      at: string;
      attempt_id: number;
      confirmation?: string | null;
      currency?: string | null;
      date: string;
      fee_cents?: number | null;
      group_id: number;
      group_status: 'active' | 'paused' | 'confirmed' | 'unsuccessful' | 'canceled';
      held_cancel_fee_cents?: number | null;
      kind: 'booked' | 'lost' | 'refused';
      member_status: 'active' | 'paused' | 'confirmed' | 'unsuccessful' | 'canceled';
      party_size: number;
      reason: string | null;
      reason_text: string | null;
      reservation_id: number;
      seating: string;
      seq: number;
      time: string;
      time_zone?: string | null;
      type: 'reservation.outcome';
      venue_name: string;
    };
    ResetIn: { password: string };
    ResetRequestIn: { email: string };
    ResyAccountOut: {
      cards: components['schemas']['AccountCardOut'][];
      display_name: string;
      id: number;
      is_concierge: boolean;
      resy_username: string;
      status: 'connected' | 'needs_reconnect';
      verified_at: string | null;
    };
    ResyConnectedOut: { account: components['schemas']['ResyAccountOut']; message: string };
    ResySignedInOut: { resy_signed_in: boolean };
    Scope:
      | 'requests:read'
      | 'requests:write'
      | 'tables:cancel'
      | 'venues:read'
      | 'clients:read'
      | 'clients:write'
      | 'settings';
    SearchIn: {
      exact_location: string;
      featured: boolean;
      location: string;
      'location-d': string;
      page: number;
      page_size: number;
      price: string;
      venue_name: string;
    };
    SeenIn: { seen: number };
    SeenOut: {
      attempts: number;
      held_cancel_fee_cents: number | null;
      held_fee_cents: number | null;
      seating: string;
      tables: number;
      time: string | null;
    };
    SessionOut: {
      created_at: string;
      current: boolean;
      device: string;
      expires_at: string;
      id: string;
      last_used_at: string;
    };
    SharedOut: { group: components['schemas']['GroupOut']; url: string };
    SharedTableOut: {
      address: string;
      date: string;
      party_size: number;
      status: 'booked' | 'canceled' | 'swapped' | 'past';
      time: string;
      time_zone: string;
      venue_name: string;
    };
    Sighting: {
      at: string;
      checks: number | null;
      date: string;
      group_id: number;
      id: number;
      kind: 'seen' | 'passed_over';
      party_size: number | null;
      reason: string | null;
      reason_text: string | null;
      reservation_id: number;
      seating: string;
      tables: number;
      time: string | null;
      time_zone: string;
      venue_name: string;
    };
    SignInKind: 'password' | 'code_to_phone' | 'code_to_email';
    SignedInOut: { message: string; user: components['schemas']['SignedInUserOut'] };
    SignedInStateOut: { signed_in: boolean };
    SignedInUserOut: {
      access_token: string;
      cancel_fee_per_guest_cents: number | null;
      email: string;
      email_confirmed: boolean;
      entitlements: components['schemas']['Entitlements'];
      first_name: string;
      has_had_free_trial: boolean;
      id: number;
      is_concierge: boolean;
      is_vip: boolean;
      last_name: string;
      ot_accounts: components['schemas']['OpenTableAccountOut'][];
      pending_email: string | null;
      phone: string;
      phone_confirmed: boolean;
      platform_accounts: components['schemas']['PlatformAccountOut'][];
      referral_code: string;
      referral_link: string;
      refresh_token: string;
      resy_accounts: components['schemas']['ResyAccountOut'][];
      subscription_type: 'none' | 'standard' | 'premium';
      trial_ends_at: string | null;
    };
    SocketAuth: { last_seq?: number | null; token: string };
    SourceChanged: {
      at: string;
      platform: 'resy' | 'opentable';
      reason: string | null;
      reason_text: string | null;
      since: string | null;
      state: 'healthy' | 'slowed' | 'stopped' | 'probing';
      type: 'source.state';
    };
    SourceOut: {
      platform: 'resy' | 'opentable';
      reason: string | null;
      reason_text: string | null;
      since: string | null;
      state: 'healthy' | 'slowed' | 'stopped' | 'probing';
    };
    StatedOddsOut: {
      bounds: number[] | null;
      changes: components['schemas']['ChangeOut'][];
      deadline: string;
      probability: number;
      sightings: number;
    };
    StatusCounts: {
      active: number;
      all: number;
      canceled: number;
      confirmed: number;
      paused: number;
      unsuccessful: number;
    };
    StopOut: { code?: string | null; group: components['schemas']['GroupOut']; message: string };
    SubmissionIn: {
      clientDetails?: components['schemas']['ClientDetailsIn'] | null;
      errors?: { [key: string]: string | null } | null;
      reservation: components['schemas']['ReservationIn'];
      selectedAccounts?: { [key: string]: number } | null;
      selectedCards?: { [key: string]: string } | null;
      selectedOpenTableAccount?: number | null;
      selectedOpenTableCard?: string | null;
      selectedResyAccount?: number | null;
      selectedResyCard?: string | null;
    };
    SubscriptionKeysIn: { auth: string; p256dh: string };
    SuggestionsOut: { locations: string[] };
    SwapAnswerOut: { message: string; swap: components['schemas']['SwapOut'] };
    SwapOut: {
      cancel_fee_ceiling_cents: number;
      conflict: boolean;
      costs: boolean | null;
      fee_ceiling_cents: number;
      group_id: number;
      id: number;
      known_fee_cents: number | null;
      new: components['schemas']['TableTermsOut'];
      new_group_id: number | null;
      old: components['schemas']['TableTermsOut'];
      refused_text: string | null;
      reservation_id: number;
      seen_at: string;
      state:
        | 'offered'
        | 'dismissed'
        | 'booking'
        | 'refused'
        | 'canceling_old'
        | 'both'
        | 'swapped'
        | 'over';
    };
    SwappedTableOut: {
      date: string;
      offer_id: number | null;
      time: string;
      time_zone: string;
      venue_name: string;
    };
    TableTermsOut: {
      cancel_fee_cents: number | null;
      currency: string;
      date: string;
      deposit_cents: number | null;
      free_until: string | null;
      party_size: number;
      platform: 'resy' | 'opentable';
      seating: string;
      time: string;
      time_zone: string;
      venue_name: string;
    };
    Terms: {
      cancel_fee_ceiling_cents?: number | null;
      days: number;
      earliest_time: string;
      fee_ceiling_cents: number;
      first_date: string;
      largest_party: number;
      last_date: string;
      latest_time: string;
      restaurants: number[];
      smallest_party: number;
      tables: number;
    };
    TestOut: { test: number };
    TestResultOut: {
      app: ('ntfy' | 'telegram' | 'discord' | 'pushover' | 'slack') | null;
      channel: 'email' | 'sms' | 'push' | 'chat';
      label: string | null;
      state: 'waiting' | 'sent' | 'failed';
      text: string;
    };
    Tick: {
      attempts: number;
      checks: number;
      group_id: number;
      held_cancel_fee_cents: number | null;
      held_fee_cents: number | null;
      held_time: string | null;
      interval_ms: number;
      last_check_at: string | null;
      next_check_at: string | null;
      reservation_id: number;
      state:
        | 'starting'
        | 'unconfirmed'
        | 'watching'
        | 'booking'
        | 'verifying'
        | 'needs_reconnect'
        | 'backing_off'
        | 'armed'
        | 'releasing'
        | 'switched_off'
        | 'restaurant_closed'
        | 'quarantined'
        | 'held_back'
        | 'table_open';
    };
    TimeWindowIn: { end_time: string; start_time: string };
    TimeWindowOut: { end_time: string; start_time: string };
    TimelineOut: {
      entries: components['schemas']['EntryOut'][];
      group_id: number;
      totals: components['schemas']['TotalsOut'];
    };
    TokenPair: { access_token: string; refresh_token: string };
    TotalsOut: { attempts: number; booked: number; checks: number; lost: number; seen: number };
    UserChanged: { at: string; seq: number; type: 'user.changed'; what: 'plan' | 'email' };
    UserNotice: {
      at: string;
      mandate_id?: number | null;
      seq: number;
      text: string;
      type: 'user.notice';
      what:
        | 'trial_ending'
        | 'payment_failed'
        | 'requests_paused'
        | 'texts_stopped'
        | 'trial_refused'
        | 'webhook_off'
        | 'mqtt_off'
        | 'mandate_drafted';
    };
    UserOut: {
      cancel_fee_per_guest_cents: number | null;
      email: string;
      email_confirmed: boolean;
      entitlements: components['schemas']['Entitlements'];
      first_name: string;
      has_had_free_trial: boolean;
      id: number;
      is_concierge: boolean;
      is_vip: boolean;
      last_name: string;
      ot_accounts: components['schemas']['OpenTableAccountOut'][];
      pending_email: string | null;
      phone: string;
      phone_confirmed: boolean;
      platform_accounts: components['schemas']['PlatformAccountOut'][];
      referral_code: string;
      referral_link: string;
      resy_accounts: components['schemas']['ResyAccountOut'][];
      subscription_type: 'none' | 'standard' | 'premium';
      trial_ends_at: string | null;
    };
    VenueActivityOut: {
      fee: components['schemas']['VenueFeeOut'] | null;
      heat_map: components['schemas']['HeatMap'] | null;
      openings: components['schemas']['Opening'][];
      requests: components['schemas']['OwnRequestOut'][];
      venue: number;
    };
    VenueDetailOut: {
      address1: string;
      country: string;
      cover_art: components['schemas']['CoverArt'] | null;
      cover_image_url: string | null;
      cuisine: string;
      featured: boolean;
      id: number;
      latitude: number | null;
      learned_rule: components['schemas']['LearnedRuleOut'] | null;
      locality: string;
      longitude: number | null;
      max_party_size: number | null;
      min_party_size: number | null;
      need_to_know: string;
      neighborhood: string;
      obstacle: components['schemas']['ObstacleOut'] | null;
      phone_number: string;
      platform_page: string;
      postal_code: string;
      premium: boolean;
      price: number;
      region: string;
      release_rule: components['schemas']['ReleaseRuleOut'] | null;
      release_text: string;
      reservation_source: 'resy' | 'opentable';
      seating_types: string;
      time_zone: string;
      venue_id: number;
      venue_name: string;
      website: string;
    };
    VenueFeeOut: {
      at: string;
      cancel_fee_cents: number | null;
      cents: number;
      currency: string;
      deposit_cents: number | null;
      free_hours: number | null;
      kind: 'deposit' | 'late_cancellation' | 'fee_or_deposit' | 'none' | 'unknown';
      party_size: number;
    };
    VenueIn: { id: number; table_type?: string | null; table_types?: string[] | null };
    VenueLinkIn: { link: string };
    VenueOut: {
      address1: string;
      country: string;
      cover_art: components['schemas']['CoverArt'] | null;
      cover_image_url: string | null;
      cuisine: string;
      featured: boolean;
      id: number;
      latitude: number | null;
      locality: string;
      longitude: number | null;
      neighborhood: string;
      postal_code: string;
      premium: boolean;
      price: number;
      region: string;
      reservation_source: 'resy' | 'opentable';
      seating_types: string;
      venue_id: number;
      venue_name: string;
    };
    VenuePageOut: {
      count: number;
      page: number;
      page_size: number;
      pages: number;
      results: components['schemas']['VenueOut'][];
    };
    WatchOut: {
      attempts: number;
      checks: number;
      held_cancel_fee_cents: number | null;
      held_fee_cents: number | null;
      held_time: string | null;
      interval_ms: number;
      last_check_at: string | null;
      next_check_at: string | null;
      state:
        | 'starting'
        | 'unconfirmed'
        | 'watching'
        | 'booking'
        | 'verifying'
        | 'needs_reconnect'
        | 'backing_off'
        | 'armed'
        | 'releasing'
        | 'switched_off'
        | 'restaurant_closed'
        | 'quarantined'
        | 'held_back'
        | 'table_open';
    };
    WatchSeen: {
      at: string;
      attempt_id: number;
      date: string;
      group_id: number;
      party_size: number;
      reservation_id: number;
      seating: string;
      time: string;
      time_zone: string;
      type: 'watch.seen';
      venue_name: string;
    };
    WatchSightings: { sightings: components['schemas']['Sighting'][]; type: 'watch.sightings' };
    WatchTicks: { at: string; ticks: components['schemas']['Tick'][]; type: 'watch.ticks' };
    WebhookChangesIn: {
      events?:
        | (
            | 'reservation.outcome'
            | 'reservation.opening'
            | 'reservation.deadline'
            | 'reservation.not_ready'
            | 'reservation.changed'
            | 'weekly_rule.changed'
            | 'account.attention'
            | 'user.notice'
            | 'user.changed'
          )[]
        | null;
      is_on?: boolean | null;
      url?: string | null;
    };
    WebhookDeliveriesOut: {
      deliveries: components['schemas']['WebhookDeliveryOut'][];
      more: boolean;
    };
    WebhookDeliveryOut: {
      answer: string;
      attempts: number;
      created_at: string;
      duration_ms: number | null;
      id: number;
      message_id: string;
      next_at: string | null;
      problem: string | null;
      state: 'queued' | 'sending' | 'accepted' | 'given_up';
      status: number | null;
      type:
        | (
            | 'reservation.outcome'
            | 'reservation.opening'
            | 'reservation.deadline'
            | 'reservation.not_ready'
            | 'reservation.changed'
            | 'weekly_rule.changed'
            | 'account.attention'
            | 'user.notice'
            | 'user.changed'
          )
        | 'webhook.test';
    };
    WebhookIn: {
      events: (
        | 'reservation.outcome'
        | 'reservation.opening'
        | 'reservation.deadline'
        | 'reservation.not_ready'
        | 'reservation.changed'
        | 'weekly_rule.changed'
        | 'account.attention'
        | 'user.notice'
        | 'user.changed'
      )[];
      url: string;
    };
    WebhookOut: {
      created_at: string;
      events: (
        | 'reservation.outcome'
        | 'reservation.opening'
        | 'reservation.deadline'
        | 'reservation.not_ready'
        | 'reservation.changed'
        | 'weekly_rule.changed'
        | 'account.attention'
        | 'user.notice'
        | 'user.changed'
      )[];
      id: number;
      is_on: boolean;
      label: string;
      problem: string | null;
      rotates_until: string | null;
    };
    WebhookTest: { at: string; type: 'webhook.test'; webhook_id: number };
    WeekRefusedOut: { at: string; message: string; week: string };
    WeeklyRuleChanged: {
      at: string;
      rule_id: number;
      seq: number;
      text: string | null;
      type: 'weekly_rule.changed';
      what: 'created' | 'paused' | 'unpaused' | 'ended' | 'filed' | 'refused';
    };
    WeeklyRuleOut: {
      book_on_behalf: string | null;
      cancel_fee_ceiling_cents: number;
      continue_as_cancel: boolean;
      end_time: string;
      fee_ceiling_cents: number;
      files_on: string | null;
      group_ids: number[];
      id: number;
      next_dates: string[];
      next_release_at: string | null;
      notify_only: boolean;
      party_size: number;
      refused: components['schemas']['WeekRefusedOut'] | null;
      snipe_type: 'cancel' | 'release';
      start_time: string;
      status: 'active' | 'paused';
      time_windows: components['schemas']['TimeWindowOut'][];
      until: string;
      venue_names: string[];
      weekdays: number[];
    };
    WeeklyRulesOut: { rules: components['schemas']['WeeklyRuleOut'][] };
  };
  responses: {
    DoesNotParse: { content: { 'application/json': components['schemas']['RefusalOut'] } };
    Fault: { content: { 'application/json': components['schemas']['RefusalOut'] } };
    Malformed: { content: { 'application/json': components['schemas']['RefusalOut'] } };
    NotSignedIn: { content: { 'application/json': components['schemas']['RefusalOut'] } };
    TooBig: { content: { 'application/json': components['schemas']['RefusalOut'] } };
    TooFast: { content: { 'application/json': components['schemas']['RefusalOut'] } };
    Unavailable: { content: { 'application/json': components['schemas']['RefusalOut'] } };
  };
  parameters: never;
  requestBodies: never;
  headers: {
    Authenticate: string;
    ETag: string;
    RateLimitLimit: string;
    RateLimitPolicy: string;
    RateLimitRemaining: string;
    RateLimitReset: string;
    RequestId: string;
    RetryAfter: string;
  };
  pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
  list_featured_stories: {
    parameters: { header?: { 'If-None-Match'?: string } };
    responses: {
      200: { content: { 'application/json': components['schemas']['BlogOut'][] } };
      304: {};
      400: components['responses']['Malformed'];
      422: components['responses']['DoesNotParse'];
      429: components['responses']['TooFast'];
      500: components['responses']['Fault'];
      503: components['responses']['Unavailable'];
    };
  };
  get_story: {
    parameters: { header?: { 'If-None-Match'?: string }; path: { slug: string } };
    responses: {
      200: { content: { 'application/json': components['schemas']['BlogOut'] } };
      304: {};
      400: components['responses']['Malformed'];
      404: { content: { 'application/json': components['schemas']['RefusalOut'] } };
      422: components['responses']['DoesNotParse'];
      429: components['responses']['TooFast'];
      500: components['responses']['Fault'];
      503: components['responses']['Unavailable'];
    };
  };
  get_calendar_address: {
    responses: {
      200: { content: { 'application/json': components['schemas']['CalendarAddressOut'] } };
      400: components['responses']['Malformed'];
      401: components['responses']['NotSignedIn'];
      403: { content: { 'application/json': components['schemas']['RefusalOut'] } };
      429: components['responses']['TooFast'];
      500: components['responses']['Fault'];
      503: components['responses']['Unavailable'];
    };
  };
  create_calendar_address: {
    responses: {
      200: { content: { 'application/json': components['schemas']['CalendarAddressOut'] } };
      400: components['responses']['Malformed'];
      401: components['responses']['NotSignedIn'];
      403: { content: { 'application/json': components['schemas']['RefusalOut'] } };
      429: components['responses']['TooFast'];
      500: components['responses']['Fault'];
      503: components['responses']['Unavailable'];
    };
  };
  remove_calendar_address: {
    responses: {
      200: { content: { 'application/json': components['schemas']['CalendarAddressOut'] } };
      400: components['responses']['Malformed'];
      401: components['responses']['NotSignedIn'];
      403: { content: { 'application/json': components['schemas']['RefusalOut'] } };
      429: components['responses']['TooFast'];
      500: components['responses']['Fault'];
      503: components['responses']['Unavailable'];
    };
  };
  renew_calendar_address: {
    responses: {
      200: { content: { 'application/json': components['schemas']['CalendarAddressOut'] } };
      400: components['responses']['Malformed'];
      401: components['responses']['NotSignedIn'];
      403: { content: { 'application/json': components['schemas']['RefusalOut'] } };
      429: components['responses']['TooFast'];
      500: components['responses']['Fault'];
      503: components['responses']['Unavailable'];
    };
  };
  get_calendar_feed: {
    parameters: { query: { token: string }; header?: { 'If-None-Match'?: string } };
    responses: {
      200: { content: { 'text/calendar': string } };
      304: {};
      400: components['responses']['Malformed'];
      404: { content: { 'application/json': components['schemas']['RefusalOut'] } };
      422: components['responses']['DoesNotParse'];
      429: components['responses']['TooFast'];
      500: components['responses']['Fault'];
      503: components['responses']['Unavailable'];
    };
  };
  get_linked_table: {
    parameters: { query: { token: string } };
    responses: {
      200: { content: { 'application/json': components['schemas']['LinkedTableOut'] } };
      400: { content: { 'application/json': components['schemas']['RefusalOut'] } };
      422: components['responses']['DoesNotParse'];
      429: components['responses']['TooFast'];
      500: components['responses']['Fault'];
      503: components['responses']['Unavailable'];
    };
  };
  cancel_linked_table: {
    requestBody: { content: { 'application/json': components['schemas']['CancelLinkIn'] } };
    responses: {
      200: { content: { 'application/json': components['schemas']['CanceledByLinkOut'] } };
      202: { content: { 'application/json': components['schemas']['CanceledByLinkOut'] } };
      400: { content: { 'application/json': components['schemas']['RefusalOut'] } };
      409: { content: { 'application/json': components['schemas']['RefusalOut'] } };
      413: components['responses']['TooBig'];
      422: components['responses']['DoesNotParse'];
      429: components['responses']['TooFast'];
      500: components['responses']['Fault'];
      503: components['responses']['Unavailable'];
    };
  };
  list_clients: {
    parameters: { query?: { search?: string; saved?: boolean; page?: number } };
    responses: {
      200: { content: { 'application/json': components['schemas']['BookOut'] } };
      400: components['responses']['Malformed'];
      401: components['responses']['NotSignedIn'];
      403: { content: { 'application/json': components['schemas']['RefusalOut'] } };
      422: components['responses']['DoesNotParse'];
      429: components['responses']['TooFast'];
      500: components['responses']['Fault'];
      503: components['responses']['Unavailable'];
    };
  };
  add_client: {
    parameters: { header?: { 'Idempotency-Key'?: string } };
    requestBody: { content: { 'application/json': components['schemas']['ClientIn'] } };
    responses: {
      201: { content: { 'application/json': components['schemas']['ClientSavedOut'] } };
      400: { content: { 'application/json': components['schemas']['RefusalOut'] } };
      401: components['responses']['NotSignedIn'];
      403: { content: { 'application/json': components['schemas']['RefusalOut'] } };
      409: { content: { 'application/json': components['schemas']['RefusalOut'] } };
      413: components['responses']['TooBig'];
      422: { content: { 'application/json': components['schemas']['RefusalOut'] } };
      429: components['responses']['TooFast'];
      500: components['responses']['Fault'];
      503: components['responses']['Unavailable'];
    };
  };
  export_clients: {
    responses: {
      200: { content: { 'text/csv': string } };
      400: components['responses']['Malformed'];
      401: components['responses']['NotSignedIn'];
      403: { content: { 'application/json': components['schemas']['RefusalOut'] } };
      429: components['responses']['TooFast'];
      500: components['responses']['Fault'];
      503: components['responses']['Unavailable'];
    };
  };
  import_clients: {
    parameters: {
      query?: {
        first_name?: string;
        last_name?: string;
        email?: string;
        phone?: string;
        zip_code?: string;
        preview?: boolean;
      };
      header?: { 'Idempotency-Key'?: string };
    };
    requestBody: { content: { 'application/json': { csv: string }; 'text/csv': string } };
    responses: {
      200: { content: { 'application/json': components['schemas']['ImportOut'] } };
      400: { content: { 'application/json': components['schemas']['RefusalOut'] } };
      401: components['responses']['NotSignedIn'];
      403: { content: { 'application/json': components['schemas']['RefusalOut'] } };
      413: components['responses']['TooBig'];
      422: { content: { 'application/json': components['schemas']['RefusalOut'] } };
      429: components['responses']['TooFast'];
      500: components['responses']['Fault'];
      503: components['responses']['Unavailable'];
    };
  };
  get_client: {
    parameters: { path: { client_id: number } };
    responses: {
      200: { content: { 'application/json': components['schemas']['BookEntryOut'] } };
      400: components['responses']['Malformed'];
      401: components['responses']['NotSignedIn'];
      403: { content: { 'application/json': components['schemas']['RefusalOut'] } };
      404: { content: { 'application/json': components['schemas']['RefusalOut'] } };
      422: components['responses']['DoesNotParse'];
      429: components['responses']['TooFast'];
      500: components['responses']['Fault'];
      503: components['responses']['Unavailable'];
    };
  };
  delete_client: {
    parameters: { path: { client_id: number } };
    responses: {
      200: { content: { 'application/json': components['schemas']['MessageOut'] } };
      400: components['responses']['Malformed'];
      401: components['responses']['NotSignedIn'];
      403: { content: { 'application/json': components['schemas']['RefusalOut'] } };
      404: { content: { 'application/json': components['schemas']['RefusalOut'] } };
      409: { content: { 'application/json': components['schemas']['RefusalOut'] } };
      422: components['responses']['DoesNotParse'];
      429: components['responses']['TooFast'];
      500: components['responses']['Fault'];
      503: components['responses']['Unavailable'];
    };
  };
  change_client: {
    parameters: { path: { client_id: number } };
    requestBody: { content: { 'application/json': components['schemas']['ClientPatchIn'] } };
    responses: {
      200: { content: { 'application/json': components['schemas']['ClientSavedOut'] } };
      400: { content: { 'application/json': components['schemas']['RefusalOut'] } };
      401: components['responses']['NotSignedIn'];
      403: { content: { 'application/json': components['schemas']['RefusalOut'] } };
      404: { content: { 'application/json': components['schemas']['RefusalOut'] } };
      409: { content: { 'application/json': components['schemas']['RefusalOut'] } };
      413: components['responses']['TooBig'];
      422: components['responses']['DoesNotParse'];
      429: components['responses']['TooFast'];
      500: components['responses']['Fault'];
      503: components['responses']['Unavailable'];
    };
  };
  put_client_card: {
    parameters: { path: { client_id: number } };
    requestBody: { content: { 'application/json': components['schemas']['CardIn'] } };
    responses: {
      201: { content: { 'application/json': components['schemas']['ClientSavedOut'] } };
      400: { content: { 'application/json': components['schemas']['RefusalOut'] } };
      401: components['responses']['NotSignedIn'];
      403: { content: { 'application/json': components['schemas']['RefusalOut'] } };
      404: { content: { 'application/json': components['schemas']['RefusalOut'] } };
      409: { content: { 'application/json': components['schemas']['RefusalOut'] } };
      413: components['responses']['TooBig'];
      422: components['responses']['DoesNotParse'];
      429: components['responses']['TooFast'];
      500: components['responses']['Fault'];
      503: { content: { 'application/json': components['schemas']['RefusalOut'] } };
    };
  };
  forget_client_card: {
    parameters: { path: { client_id: number; account_id: number } };
    responses: {
      200: { content: { 'application/json': components['schemas']['MessageOut'] } };
      400: components['responses']['Malformed'];
      401: components['responses']['NotSignedIn'];
      403: { content: { 'application/json': components['schemas']['RefusalOut'] } };
      404: { content: { 'application/json': components['schemas']['RefusalOut'] } };
      409: { content: { 'application/json': components['schemas']['RefusalOut'] } };
      422: components['responses']['DoesNotParse'];
      429: components['responses']['TooFast'];
      500: components['responses']['Fault'];
      503: components['responses']['Unavailable'];
    };
  };
  list_events: {
    parameters: { query?: { after?: number; limit?: number } };
    responses: {
      200: { content: { 'application/json': components['schemas']['EventsOut'] } };
      400: components['responses']['Malformed'];
      401: components['responses']['NotSignedIn'];
      403: { content: { 'application/json': components['schemas']['RefusalOut'] } };
      422: components['responses']['DoesNotParse'];
      429: components['responses']['TooFast'];
      500: components['responses']['Fault'];
      503: components['responses']['Unavailable'];
    };
  };
  list_keys: {
    responses: {
      200: { content: { 'application/json': components['schemas']['KeyOut'][] } };
      400: components['responses']['Malformed'];
      401: components['responses']['NotSignedIn'];
      403: { content: { 'application/json': components['schemas']['RefusalOut'] } };
      429: components['responses']['TooFast'];
      500: components['responses']['Fault'];
      503: components['responses']['Unavailable'];
    };
  };
  create_key: {
    requestBody: { content: { 'application/json': components['schemas']['KeyIn'] } };
    responses: {
      201: { content: { 'application/json': components['schemas']['NewKeyOut'] } };
      400: { content: { 'application/json': components['schemas']['RefusalOut'] } };
      401: components['responses']['NotSignedIn'];
      403: { content: { 'application/json': components['schemas']['RefusalOut'] } };
      409: { content: { 'application/json': components['schemas']['RefusalOut'] } };
      413: components['responses']['TooBig'];
      422: components['responses']['DoesNotParse'];
      429: { content: { 'application/json': components['schemas']['RefusalOut'] } };
      500: components['responses']['Fault'];
      503: components['responses']['Unavailable'];
    };
  };
  revoke_key: {
    parameters: { path: { key_id: number } };
    responses: {
      200: { content: { 'application/json': components['schemas']['MessageOut'] } };
      400: components['responses']['Malformed'];
      401: components['responses']['NotSignedIn'];
      403: { content: { 'application/json': components['schemas']['RefusalOut'] } };
      404: { content: { 'application/json': components['schemas']['RefusalOut'] } };
      422: components['responses']['DoesNotParse'];
      429: components['responses']['TooFast'];
      500: components['responses']['Fault'];
      503: components['responses']['Unavailable'];
    };
  };
  list_mandates: {
    responses: {
      200: { content: { 'application/json': components['schemas']['MandateOut'][] } };
      400: components['responses']['Malformed'];
      401: components['responses']['NotSignedIn'];
      403: { content: { 'application/json': components['schemas']['RefusalOut'] } };
      429: components['responses']['TooFast'];
      500: components['responses']['Fault'];
      503: components['responses']['Unavailable'];
    };
  };
  get_mandate: {
    parameters: { path: { mandate_id: number } };
    responses: {
      200: { content: { 'application/json': components['schemas']['MandateOut'] } };
      400: components['responses']['Malformed'];
      401: components['responses']['NotSignedIn'];
      403: { content: { 'application/json': components['schemas']['RefusalOut'] } };
      404: { content: { 'application/json': components['schemas']['RefusalOut'] } };
      422: components['responses']['DoesNotParse'];
      429: components['responses']['TooFast'];
      500: components['responses']['Fault'];
      503: components['responses']['Unavailable'];
    };
  };
  revoke_mandate: {
    parameters: { path: { mandate_id: number } };
    responses: {
      200: { content: { 'application/json': components['schemas']['MessageOut'] } };
      400: components['responses']['Malformed'];
      401: components['responses']['NotSignedIn'];
      403: { content: { 'application/json': components['schemas']['RefusalOut'] } };
      404: { content: { 'application/json': components['schemas']['RefusalOut'] } };
      422: components['responses']['DoesNotParse'];
      429: components['responses']['TooFast'];
      500: components['responses']['Fault'];
      503: components['responses']['Unavailable'];
    };
  };
  approve_mandate: {
    parameters: { path: { mandate_id: number } };
    requestBody: { content: { 'application/json': components['schemas']['ApprovalIn'] } };
    responses: {
      200: { content: { 'application/json': components['schemas']['MandateOut'] } };
      400: components['responses']['Malformed'];
      401: components['responses']['NotSignedIn'];
      403: { content: { 'application/json': components['schemas']['RefusalOut'] } };
      404: { content: { 'application/json': components['schemas']['RefusalOut'] } };
      409: { content: { 'application/json': components['schemas']['RefusalOut'] } };
      413: components['responses']['TooBig'];
      422: components['responses']['DoesNotParse'];
      429: components['responses']['TooFast'];
      500: components['responses']['Fault'];
      503: components['responses']['Unavailable'];
    };
  };
  get_approval_challenge: {
    parameters: { path: { mandate_id: number } };
    responses: {
      200: { content: { 'application/json': components['schemas']['ChallengeOut'] } };
      400: components['responses']['Malformed'];
      401: components['responses']['NotSignedIn'];
      403: { content: { 'application/json': components['schemas']['RefusalOut'] } };
      404: { content: { 'application/json': components['schemas']['RefusalOut'] } };
      422: components['responses']['DoesNotParse'];
      429: components['responses']['TooFast'];
      500: components['responses']['Fault'];
      503: components['responses']['Unavailable'];
    };
  };
  decline_mandate: {
    parameters: { path: { mandate_id: number } };
    responses: {
      200: { content: { 'application/json': components['schemas']['MandateOut'] } };
      400: components['responses']['Malformed'];
      401: components['responses']['NotSignedIn'];
      403: { content: { 'application/json': components['schemas']['RefusalOut'] } };
      404: { content: { 'application/json': components['schemas']['RefusalOut'] } };
      409: { content: { 'application/json': components['schemas']['RefusalOut'] } };
      422: components['responses']['DoesNotParse'];
      429: components['responses']['TooFast'];
      500: components['responses']['Fault'];
      503: components['responses']['Unavailable'];
    };
  };
  get_mqtt_broker: {
    responses: {
      200: { content: { 'application/json': components['schemas']['MqttOut'] } };
      400: components['responses']['Malformed'];
      401: components['responses']['NotSignedIn'];
      403: { content: { 'application/json': components['schemas']['RefusalOut'] } };
      429: components['responses']['TooFast'];
      500: components['responses']['Fault'];
      503: components['responses']['Unavailable'];
    };
  };
  save_mqtt_broker: {
    requestBody: { content: { 'application/json': components['schemas']['MqttBrokerIn'] } };
    responses: {
      200: { content: { 'application/json': components['schemas']['MqttOut'] } };
      400: { content: { 'application/json': components['schemas']['RefusalOut'] } };
      401: components['responses']['NotSignedIn'];
      403: { content: { 'application/json': components['schemas']['RefusalOut'] } };
      413: components['responses']['TooBig'];
      422: components['responses']['DoesNotParse'];
      429: { content: { 'application/json': components['schemas']['RefusalOut'] } };
      500: components['responses']['Fault'];
      503: components['responses']['Unavailable'];
    };
  };
  remove_mqtt_broker: {
    responses: {
      200: { content: { 'application/json': components['schemas']['MqttOut'] } };
      400: components['responses']['Malformed'];
      401: components['responses']['NotSignedIn'];
      403: { content: { 'application/json': components['schemas']['RefusalOut'] } };
      404: { content: { 'application/json': components['schemas']['RefusalOut'] } };
      429: { content: { 'application/json': components['schemas']['RefusalOut'] } };
      500: components['responses']['Fault'];
      503: components['responses']['Unavailable'];
    };
  };
  test_mqtt_broker: {
    responses: {
      200: { content: { 'application/json': components['schemas']['MqttOut'] } };
      400: components['responses']['Malformed'];
      401: components['responses']['NotSignedIn'];
      403: { content: { 'application/json': components['schemas']['RefusalOut'] } };
      404: { content: { 'application/json': components['schemas']['RefusalOut'] } };
      429: { content: { 'application/json': components['schemas']['RefusalOut'] } };
      500: components['responses']['Fault'];
      503: components['responses']['Unavailable'];
    };
  };
  list_notices: {
    parameters: { query?: { before?: number | null; limit?: number } };
    responses: {
      200: { content: { 'application/json': components['schemas']['NewsOut'] } };
      400: components['responses']['Malformed'];
      401: components['responses']['NotSignedIn'];
      403: { content: { 'application/json': components['schemas']['RefusalOut'] } };
      422: components['responses']['DoesNotParse'];
      429: components['responses']['TooFast'];
      500: components['responses']['Fault'];
      503: components['responses']['Unavailable'];
    };
  };
  mark_notices_seen: {
    requestBody: { content: { 'application/json': components['schemas']['SeenIn'] } };
    responses: {
      200: { content: { 'application/json': components['schemas']['ReadingOut'] } };
      400: components['responses']['Malformed'];
      401: components['responses']['NotSignedIn'];
      403: { content: { 'application/json': components['schemas']['RefusalOut'] } };
      413: components['responses']['TooBig'];
      422: components['responses']['DoesNotParse'];
      429: components['responses']['TooFast'];
      500: components['responses']['Fault'];
      503: components['responses']['Unavailable'];
    };
  };
  get_notification_settings: {
    responses: {
      200: { content: { 'application/json': components['schemas']['NotificationSettingsOut'] } };
      400: components['responses']['Malformed'];
      401: components['responses']['NotSignedIn'];
      403: { content: { 'application/json': components['schemas']['RefusalOut'] } };
      429: components['responses']['TooFast'];
      500: components['responses']['Fault'];
      503: components['responses']['Unavailable'];
    };
  };
  remove_address: {
    parameters: { path: { address_id: number } };
    responses: {
      200: { content: { 'application/json': components['schemas']['NotificationSettingsOut'] } };
      400: components['responses']['Malformed'];
      401: components['responses']['NotSignedIn'];
      403: { content: { 'application/json': components['schemas']['RefusalOut'] } };
      404: { content: { 'application/json': components['schemas']['RefusalOut'] } };
      422: components['responses']['DoesNotParse'];
      429: components['responses']['TooFast'];
      500: components['responses']['Fault'];
      503: components['responses']['Unavailable'];
    };
  };
  add_chat_app: {
    requestBody: { content: { 'application/json': components['schemas']['ChatIn'] } };
    responses: {
      200: { content: { 'application/json': components['schemas']['NotificationSettingsOut'] } };
      400: { content: { 'application/json': components['schemas']['RefusalOut'] } };
      401: components['responses']['NotSignedIn'];
      403: { content: { 'application/json': components['schemas']['RefusalOut'] } };
      409: { content: { 'application/json': components['schemas']['RefusalOut'] } };
      413: components['responses']['TooBig'];
      422: components['responses']['DoesNotParse'];
      429: components['responses']['TooFast'];
      500: components['responses']['Fault'];
      503: components['responses']['Unavailable'];
    };
  };
  choose_notifications: {
    requestBody: { content: { 'application/json': components['schemas']['ChoicesIn'] } };
    responses: {
      200: { content: { 'application/json': components['schemas']['NotificationSettingsOut'] } };
      400: components['responses']['Malformed'];
      401: components['responses']['NotSignedIn'];
      403: { content: { 'application/json': components['schemas']['RefusalOut'] } };
      413: components['responses']['TooBig'];
      422: components['responses']['DoesNotParse'];
      429: components['responses']['TooFast'];
      500: components['responses']['Fault'];
      503: components['responses']['Unavailable'];
    };
  };
  add_device: {
    requestBody: { content: { 'application/json': components['schemas']['DeviceIn'] } };
    responses: {
      200: { content: { 'application/json': components['schemas']['NotificationSettingsOut'] } };
      400: { content: { 'application/json': components['schemas']['RefusalOut'] } };
      401: components['responses']['NotSignedIn'];
      403: { content: { 'application/json': components['schemas']['RefusalOut'] } };
      409: { content: { 'application/json': components['schemas']['RefusalOut'] } };
      413: components['responses']['TooBig'];
      422: components['responses']['DoesNotParse'];
      429: components['responses']['TooFast'];
      500: components['responses']['Fault'];
      503: components['responses']['Unavailable'];
    };
  };
  set_quiet_hours: {
    requestBody: { content: { 'application/json': components['schemas']['QuietHoursIn'] } };
    responses: {
      200: { content: { 'application/json': components['schemas']['NotificationSettingsOut'] } };
      400: { content: { 'application/json': components['schemas']['RefusalOut'] } };
      401: components['responses']['NotSignedIn'];
      403: { content: { 'application/json': components['schemas']['RefusalOut'] } };
      413: components['responses']['TooBig'];
      422: components['responses']['DoesNotParse'];
      429: components['responses']['TooFast'];
      500: components['responses']['Fault'];
      503: components['responses']['Unavailable'];
    };
  };
  clear_quiet_hours: {
    responses: {
      200: { content: { 'application/json': components['schemas']['NotificationSettingsOut'] } };
      400: components['responses']['Malformed'];
      401: components['responses']['NotSignedIn'];
      403: { content: { 'application/json': components['schemas']['RefusalOut'] } };
      429: components['responses']['TooFast'];
      500: components['responses']['Fault'];
      503: components['responses']['Unavailable'];
    };
  };
  send_test_messages: {
    responses: {
      200: { content: { 'application/json': components['schemas']['TestOut'] } };
      400: components['responses']['Malformed'];
      401: components['responses']['NotSignedIn'];
      403: { content: { 'application/json': components['schemas']['RefusalOut'] } };
      409: { content: { 'application/json': components['schemas']['RefusalOut'] } };
      429: { content: { 'application/json': components['schemas']['RefusalOut'] } };
      500: components['responses']['Fault'];
      503: components['responses']['Unavailable'];
    };
  };
  list_test_results: {
    parameters: { path: { test: number } };
    responses: {
      200: { content: { 'application/json': components['schemas']['TestResultOut'][] } };
      400: components['responses']['Malformed'];
      401: components['responses']['NotSignedIn'];
      403: { content: { 'application/json': components['schemas']['RefusalOut'] } };
      404: { content: { 'application/json': components['schemas']['RefusalOut'] } };
      422: components['responses']['DoesNotParse'];
      429: components['responses']['TooFast'];
      500: components['responses']['Fault'];
      503: components['responses']['Unavailable'];
    };
  };
  read_authorization: {
    responses: {
      200: { content: { 'application/json': components['schemas']['AuthorizationOut'] } };
      400: { content: { 'application/json': components['schemas']['RefusalOut'] } };
      401: components['responses']['NotSignedIn'];
      403: { content: { 'application/json': components['schemas']['RefusalOut'] } };
      429: { content: { 'application/json': components['schemas']['RefusalOut'] } };
      500: components['responses']['Fault'];
      503: components['responses']['Unavailable'];
    };
  };
  answer_authorization: {
    requestBody: { content: { 'application/json': components['schemas']['AuthorizationIn'] } };
    responses: {
      200: { content: { 'application/json': components['schemas']['RedirectOut'] } };
      400: { content: { 'application/json': components['schemas']['RefusalOut'] } };
      401: components['responses']['NotSignedIn'];
      403: { content: { 'application/json': components['schemas']['RefusalOut'] } };
      413: components['responses']['TooBig'];
      422: components['responses']['DoesNotParse'];
      429: { content: { 'application/json': components['schemas']['RefusalOut'] } };
      500: components['responses']['Fault'];
      503: components['responses']['Unavailable'];
    };
  };
  list_programs: {
    responses: {
      200: { content: { 'application/json': components['schemas']['ProgramOut'][] } };
      400: components['responses']['Malformed'];
      401: components['responses']['NotSignedIn'];
      403: { content: { 'application/json': components['schemas']['RefusalOut'] } };
      429: components['responses']['TooFast'];
      500: components['responses']['Fault'];
      503: components['responses']['Unavailable'];
    };
  };
  revoke_program: {
    parameters: { path: { program_id: number } };
    responses: {
      200: { content: { 'application/json': components['schemas']['MessageOut'] } };
      400: components['responses']['Malformed'];
      401: components['responses']['NotSignedIn'];
      403: { content: { 'application/json': components['schemas']['RefusalOut'] } };
      404: { content: { 'application/json': components['schemas']['RefusalOut'] } };
      422: components['responses']['DoesNotParse'];
      429: components['responses']['TooFast'];
      500: components['responses']['Fault'];
      503: components['responses']['Unavailable'];
    };
  };
  check_opentable_auth: {
    responses: {
      200: { content: { 'application/json': components['schemas']['OpenTableSignedInOut'] } };
      400: components['responses']['Malformed'];
      401: components['responses']['NotSignedIn'];
      403: { content: { 'application/json': components['schemas']['RefusalOut'] } };
      429: components['responses']['TooFast'];
      500: components['responses']['Fault'];
      503: components['responses']['Unavailable'];
    };
  };
  disconnect_opentable: {
    requestBody: { content: { 'application/json': components['schemas']['DisconnectIn'] } };
    responses: {
      200: { content: { 'application/json': components['schemas']['MessageOut'] } };
      400: components['responses']['Malformed'];
      401: components['responses']['NotSignedIn'];
      403: { content: { 'application/json': components['schemas']['RefusalOut'] } };
      404: { content: { 'application/json': components['schemas']['RefusalOut'] } };
      413: components['responses']['TooBig'];
      422: components['responses']['DoesNotParse'];
      429: components['responses']['TooFast'];
      500: components['responses']['Fault'];
      503: components['responses']['Unavailable'];
    };
  };
  send_opentable_code: {
    requestBody: { content: { 'application/json': components['schemas']['PhoneLoginIn'] } };
    responses: {
      200: { content: { 'application/json': components['schemas']['CodeSent'] } };
      400: { content: { 'application/json': components['schemas']['RefusalOut'] } };
      401: components['responses']['NotSignedIn'];
      403: { content: { 'application/json': components['schemas']['RefusalOut'] } };
      413: components['responses']['TooBig'];
      422: components['responses']['DoesNotParse'];
      429: { content: { 'application/json': components['schemas']['RefusalOut'] } };
      500: components['responses']['Fault'];
      503: { content: { 'application/json': components['schemas']['RefusalOut'] } };
    };
  };
  confirm_opentable_code: {
    requestBody: { content: { 'application/json': components['schemas']['PhoneCodeIn'] } };
    responses: {
      200: { content: { 'application/json': components['schemas']['OpenTableConnectedOut'] } };
      400: { content: { 'application/json': components['schemas']['RefusalOut'] } };
      401: components['responses']['NotSignedIn'];
      403: { content: { 'application/json': components['schemas']['RefusalOut'] } };
      413: components['responses']['TooBig'];
      422: components['responses']['DoesNotParse'];
      429: { content: { 'application/json': components['schemas']['RefusalOut'] } };
      500: components['responses']['Fault'];
      503: { content: { 'application/json': components['schemas']['RefusalOut'] } };
    };
  };
  list_passkeys: {
    responses: {
      200: { content: { 'application/json': components['schemas']['PasskeyOut'][] } };
      400: components['responses']['Malformed'];
      401: components['responses']['NotSignedIn'];
      403: { content: { 'application/json': components['schemas']['RefusalOut'] } };
      429: components['responses']['TooFast'];
      500: components['responses']['Fault'];
      503: components['responses']['Unavailable'];
    };
  };
  add_passkey: {
    requestBody: { content: { 'application/json': components['schemas']['PasskeyIn'] } };
    responses: {
      201: { content: { 'application/json': components['schemas']['PasskeyOut'] } };
      400: components['responses']['Malformed'];
      401: components['responses']['NotSignedIn'];
      403: { content: { 'application/json': components['schemas']['RefusalOut'] } };
      409: { content: { 'application/json': components['schemas']['RefusalOut'] } };
      413: components['responses']['TooBig'];
      422: components['responses']['DoesNotParse'];
      429: components['responses']['TooFast'];
      500: components['responses']['Fault'];
      503: components['responses']['Unavailable'];
    };
  };
  challenge_passkey: {
    requestBody: { content: { 'application/json': components['schemas']['OwnPasswordIn'] } };
    responses: {
      200: { content: { 'application/json': components['schemas']['ChallengeOut'] } };
      400: { content: { 'application/json': components['schemas']['RefusalOut'] } };
      401: components['responses']['NotSignedIn'];
      403: { content: { 'application/json': components['schemas']['RefusalOut'] } };
      413: components['responses']['TooBig'];
      422: components['responses']['DoesNotParse'];
      429: { content: { 'application/json': components['schemas']['RefusalOut'] } };
      500: components['responses']['Fault'];
      503: components['responses']['Unavailable'];
    };
  };
  remove_passkey: {
    parameters: { path: { passkey_id: number } };
    requestBody: { content: { 'application/json': components['schemas']['OwnPasswordIn'] } };
    responses: {
      200: { content: { 'application/json': components['schemas']['MessageOut'] } };
      400: { content: { 'application/json': components['schemas']['RefusalOut'] } };
      401: components['responses']['NotSignedIn'];
      403: { content: { 'application/json': components['schemas']['RefusalOut'] } };
      404: { content: { 'application/json': components['schemas']['RefusalOut'] } };
      413: components['responses']['TooBig'];
      422: components['responses']['DoesNotParse'];
      429: { content: { 'application/json': components['schemas']['RefusalOut'] } };
      500: components['responses']['Fault'];
      503: components['responses']['Unavailable'];
    };
  };
  list_platforms: {
    parameters: { header?: { 'If-None-Match'?: string } };
    responses: {
      200: { content: { 'application/json': components['schemas']['PlatformOut'][] } };
      304: {};
      400: components['responses']['Malformed'];
      422: components['responses']['DoesNotParse'];
      429: components['responses']['TooFast'];
      500: components['responses']['Fault'];
      503: components['responses']['Unavailable'];
    };
  };
  list_platform_accounts: {
    parameters: { path: { key: string } };
    responses: {
      200: { content: { 'application/json': components['schemas']['AccountHealthOut'][] } };
      400: components['responses']['Malformed'];
      401: components['responses']['NotSignedIn'];
      403: { content: { 'application/json': components['schemas']['RefusalOut'] } };
      404: { content: { 'application/json': components['schemas']['RefusalOut'] } };
      422: components['responses']['DoesNotParse'];
      429: components['responses']['TooFast'];
      500: components['responses']['Fault'];
      503: components['responses']['Unavailable'];
    };
  };
  answer_platform_challenge: {
    parameters: { path: { key: string } };
    requestBody: { content: { 'application/json': components['schemas']['AnswersIn'] } };
    responses: {
      200: { content: { 'application/json': components['schemas']['ConnectedOut'] } };
      400: { content: { 'application/json': components['schemas']['RefusalOut'] } };
      401: components['responses']['NotSignedIn'];
      403: { content: { 'application/json': components['schemas']['RefusalOut'] } };
      404: { content: { 'application/json': components['schemas']['RefusalOut'] } };
      409: { content: { 'application/json': components['schemas']['RefusalOut'] } };
      413: components['responses']['TooBig'];
      422: components['responses']['DoesNotParse'];
      429: { content: { 'application/json': components['schemas']['RefusalOut'] } };
      500: components['responses']['Fault'];
      503: { content: { 'application/json': components['schemas']['RefusalOut'] } };
    };
  };
  check_platform_auth: {
    parameters: { path: { key: string } };
    responses: {
      200: { content: { 'application/json': components['schemas']['SignedInStateOut'] } };
      400: components['responses']['Malformed'];
      401: components['responses']['NotSignedIn'];
      403: { content: { 'application/json': components['schemas']['RefusalOut'] } };
      404: { content: { 'application/json': components['schemas']['RefusalOut'] } };
      422: components['responses']['DoesNotParse'];
      429: components['responses']['TooFast'];
      500: components['responses']['Fault'];
      503: components['responses']['Unavailable'];
    };
  };
  confirm_platform_code: {
    parameters: { path: { key: string } };
    requestBody: { content: { 'application/json': components['schemas']['CodeIn'] } };
    responses: {
      200: { content: { 'application/json': components['schemas']['CodeConfirmedOut'] } };
      400: { content: { 'application/json': components['schemas']['RefusalOut'] } };
      401: components['responses']['NotSignedIn'];
      403: { content: { 'application/json': components['schemas']['RefusalOut'] } };
      404: { content: { 'application/json': components['schemas']['RefusalOut'] } };
      409: { content: { 'application/json': components['schemas']['RefusalOut'] } };
      413: components['responses']['TooBig'];
      422: components['responses']['DoesNotParse'];
      429: { content: { 'application/json': components['schemas']['RefusalOut'] } };
      500: components['responses']['Fault'];
      503: { content: { 'application/json': components['schemas']['RefusalOut'] } };
    };
  };
  connect_platform: {
    parameters: { path: { key: string } };
    requestBody: { content: { 'application/json': components['schemas']['PasswordIn'] } };
    responses: {
      200: { content: { 'application/json': components['schemas']['ConnectedOut'] } };
      400: { content: { 'application/json': components['schemas']['RefusalOut'] } };
      401: components['responses']['NotSignedIn'];
      403: { content: { 'application/json': components['schemas']['RefusalOut'] } };
      404: { content: { 'application/json': components['schemas']['RefusalOut'] } };
      409: { content: { 'application/json': components['schemas']['RefusalOut'] } };
      413: components['responses']['TooBig'];
      422: components['responses']['DoesNotParse'];
      429: { content: { 'application/json': components['schemas']['RefusalOut'] } };
      500: components['responses']['Fault'];
      503: { content: { 'application/json': components['schemas']['RefusalOut'] } };
    };
  };
  disconnect_platform: {
    parameters: { path: { key: string } };
    requestBody: { content: { 'application/json': components['schemas']['DisconnectIn'] } };
    responses: {
      200: { content: { 'application/json': components['schemas']['MessageOut'] } };
      400: components['responses']['Malformed'];
      401: components['responses']['NotSignedIn'];
      403: { content: { 'application/json': components['schemas']['RefusalOut'] } };
      404: { content: { 'application/json': components['schemas']['RefusalOut'] } };
      413: components['responses']['TooBig'];
      422: components['responses']['DoesNotParse'];
      429: components['responses']['TooFast'];
      500: components['responses']['Fault'];
      503: components['responses']['Unavailable'];
    };
  };
  send_platform_code: {
    parameters: { path: { key: string } };
    requestBody: { content: { 'application/json': components['schemas']['CodeRequestIn'] } };
    responses: {
      200: { content: { 'application/json': components['schemas']['CodeSent'] } };
      400: { content: { 'application/json': components['schemas']['RefusalOut'] } };
      401: components['responses']['NotSignedIn'];
      403: { content: { 'application/json': components['schemas']['RefusalOut'] } };
      404: { content: { 'application/json': components['schemas']['RefusalOut'] } };
      409: { content: { 'application/json': components['schemas']['RefusalOut'] } };
      413: components['responses']['TooBig'];
      422: components['responses']['DoesNotParse'];
      429: { content: { 'application/json': components['schemas']['RefusalOut'] } };
      500: components['responses']['Fault'];
      503: { content: { 'application/json': components['schemas']['RefusalOut'] } };
    };
  };
  get_shared_table: {
    parameters: { query: { token: string } };
    responses: {
      200: { content: { 'application/json': components['schemas']['SharedTableOut'] } };
      400: components['responses']['Malformed'];
      404: { content: { 'application/json': components['schemas']['RefusalOut'] } };
      422: components['responses']['DoesNotParse'];
      429: components['responses']['TooFast'];
      500: components['responses']['Fault'];
      503: components['responses']['Unavailable'];
    };
  };
  get_shared_calendar_file: {
    parameters: { query: { token: string } };
    responses: {
      200: { content: { 'text/calendar': string } };
      400: components['responses']['Malformed'];
      404: { content: { 'application/json': components['schemas']['RefusalOut'] } };
      422: components['responses']['DoesNotParse'];
      429: components['responses']['TooFast'];
      500: components['responses']['Fault'];
      503: components['responses']['Unavailable'];
    };
  };
  list_public_venues: {
    parameters: {
      query?: {
        page?: number;
        page_size?: number;
        venue_name?: string;
        exact_location?: string;
        price?: string;
        featured?: boolean;
        location?: string;
        'location-d'?: string;
      };
      header?: { 'If-None-Match'?: string };
    };
    responses: {
      200: {
        content: {
          'application/json':
            components['schemas']['VenuePageOut'] | components['schemas']['SuggestionsOut'];
        };
      };
      304: {};
      400: components['responses']['Malformed'];
      422: components['responses']['DoesNotParse'];
      429: components['responses']['TooFast'];
      500: components['responses']['Fault'];
      503: components['responses']['Unavailable'];
    };
  };
  list_public_locations: {
    parameters: { header?: { 'If-None-Match'?: string } };
    responses: {
      200: { content: { 'application/json': components['schemas']['LocationsOut'] } };
      304: {};
      400: components['responses']['Malformed'];
      422: components['responses']['DoesNotParse'];
      429: components['responses']['TooFast'];
      500: components['responses']['Fault'];
      503: components['responses']['Unavailable'];
    };
  };
  get_public_venue: {
    parameters: { header?: { 'If-None-Match'?: string }; path: { venue_id: number } };
    responses: {
      200: { content: { 'application/json': components['schemas']['PublicVenueOut'] } };
      304: {};
      400: components['responses']['Malformed'];
      404: { content: { 'application/json': components['schemas']['RefusalOut'] } };
      422: components['responses']['DoesNotParse'];
      429: components['responses']['TooFast'];
      500: components['responses']['Fault'];
      503: components['responses']['Unavailable'];
    };
  };
  list_requests: {
    parameters: {
      query?: {
        status?: ('active' | 'paused' | 'confirmed' | 'unsuccessful' | 'canceled') | null;
        search?: string;
        ids?: number[];
        page?: number;
        page_size?: number;
        tables_first?: boolean;
      };
    };
    responses: {
      200: { content: { 'application/json': components['schemas']['GroupsOut'] } };
      400: components['responses']['Malformed'];
      401: components['responses']['NotSignedIn'];
      403: { content: { 'application/json': components['schemas']['RefusalOut'] } };
      422: components['responses']['DoesNotParse'];
      429: components['responses']['TooFast'];
      500: components['responses']['Fault'];
      503: components['responses']['Unavailable'];
    };
  };
  create_request: {
    parameters: { header?: { 'Idempotency-Key'?: string } };
    requestBody: { content: { 'application/json': components['schemas']['FilingIn'] } };
    responses: {
      201: { content: { 'application/json': components['schemas']['FiledOut'] } };
      400: { content: { 'application/json': components['schemas']['RefusalOut'] } };
      401: components['responses']['NotSignedIn'];
      402: { content: { 'application/json': components['schemas']['RefusalOut'] } };
      403: { content: { 'application/json': components['schemas']['RefusalOut'] } };
      404: { content: { 'application/json': components['schemas']['RefusalOut'] } };
      409: { content: { 'application/json': components['schemas']['RefusalOut'] } };
      413: components['responses']['TooBig'];
      422: { content: { 'application/json': components['schemas']['RefusalOut'] } };
      429: { content: { 'application/json': components['schemas']['RefusalOut'] } };
      500: components['responses']['Fault'];
      503: { content: { 'application/json': components['schemas']['RefusalOut'] } };
    };
  };
  change_requests: {
    requestBody: { content: { 'application/json': components['schemas']['BulkIn'] } };
    responses: {
      200: { content: { 'application/json': components['schemas']['BulkOut'] } };
      400: components['responses']['Malformed'];
      401: components['responses']['NotSignedIn'];
      403: { content: { 'application/json': components['schemas']['RefusalOut'] } };
      413: components['responses']['TooBig'];
      422: components['responses']['DoesNotParse'];
      429: components['responses']['TooFast'];
      500: components['responses']['Fault'];
      503: components['responses']['Unavailable'];
    };
  };
  count_requests: {
    responses: {
      200: { content: { 'application/json': components['schemas']['CountsOut'] } };
      400: components['responses']['Malformed'];
      401: components['responses']['NotSignedIn'];
      403: { content: { 'application/json': components['schemas']['RefusalOut'] } };
      429: components['responses']['TooFast'];
      500: components['responses']['Fault'];
      503: components['responses']['Unavailable'];
    };
  };
  list_existing_restaurants: {
    responses: {
      200: { content: { 'application/json': components['schemas']['ExistingRestaurantsOut'] } };
      400: components['responses']['Malformed'];
      401: components['responses']['NotSignedIn'];
      403: { content: { 'application/json': components['schemas']['RefusalOut'] } };
      429: components['responses']['TooFast'];
      500: components['responses']['Fault'];
      503: components['responses']['Unavailable'];
    };
  };
  list_closed_dates: {
    requestBody: { content: { 'application/json': components['schemas']['DatesIn'] } };
    responses: {
      200: { content: { 'application/json': components['schemas']['DatesOut'] } };
      400: { content: { 'application/json': components['schemas']['RefusalOut'] } };
      401: components['responses']['NotSignedIn'];
      403: { content: { 'application/json': components['schemas']['RefusalOut'] } };
      404: { content: { 'application/json': components['schemas']['RefusalOut'] } };
      413: components['responses']['TooBig'];
      422: components['responses']['DoesNotParse'];
      429: components['responses']['TooFast'];
      500: components['responses']['Fault'];
      503: components['responses']['Unavailable'];
    };
  };
  list_kept_tables: {
    responses: {
      200: { content: { 'application/json': components['schemas']['KeptTable'][] } };
      400: components['responses']['Malformed'];
      401: components['responses']['NotSignedIn'];
      403: { content: { 'application/json': components['schemas']['RefusalOut'] } };
      429: components['responses']['TooFast'];
      500: components['responses']['Fault'];
      503: components['responses']['Unavailable'];
    };
  };
  estimate_draft_odds: {
    requestBody: { content: { 'application/json': components['schemas']['OddsIn'] } };
    responses: {
      200: { content: { 'application/json': components['schemas']['OddsOut'] } };
      400: components['responses']['Malformed'];
      401: components['responses']['NotSignedIn'];
      403: { content: { 'application/json': components['schemas']['RefusalOut'] } };
      413: components['responses']['TooBig'];
      422: components['responses']['DoesNotParse'];
      429: components['responses']['TooFast'];
      500: components['responses']['Fault'];
      503: components['responses']['Unavailable'];
    };
  };
  get_venue_activity: {
    parameters: { path: { venue_id: number } };
    responses: {
      200: { content: { 'application/json': components['schemas']['VenueActivityOut'] } };
      400: components['responses']['Malformed'];
      401: components['responses']['NotSignedIn'];
      403: { content: { 'application/json': components['schemas']['RefusalOut'] } };
      404: { content: { 'application/json': components['schemas']['RefusalOut'] } };
      422: components['responses']['DoesNotParse'];
      429: components['responses']['TooFast'];
      500: components['responses']['Fault'];
      503: components['responses']['Unavailable'];
    };
  };
  get_request: {
    parameters: { path: { group_id: number } };
    responses: {
      200: { content: { 'application/json': components['schemas']['GroupOut'] } };
      400: components['responses']['Malformed'];
      401: components['responses']['NotSignedIn'];
      403: { content: { 'application/json': components['schemas']['RefusalOut'] } };
      404: { content: { 'application/json': components['schemas']['RefusalOut'] } };
      422: components['responses']['DoesNotParse'];
      429: components['responses']['TooFast'];
      500: components['responses']['Fault'];
      503: components['responses']['Unavailable'];
    };
  };
  update_request: {
    parameters: { path: { group_id: number } };
    requestBody: { content: { 'application/json': components['schemas']['SubmissionIn'] } };
    responses: {
      200: { content: { 'application/json': components['schemas']['FiledOut'] } };
      400: { content: { 'application/json': components['schemas']['RefusalOut'] } };
      401: components['responses']['NotSignedIn'];
      402: { content: { 'application/json': components['schemas']['RefusalOut'] } };
      403: { content: { 'application/json': components['schemas']['RefusalOut'] } };
      404: { content: { 'application/json': components['schemas']['RefusalOut'] } };
      409: { content: { 'application/json': components['schemas']['RefusalOut'] } };
      413: components['responses']['TooBig'];
      422: components['responses']['DoesNotParse'];
      429: components['responses']['TooFast'];
      500: components['responses']['Fault'];
      503: components['responses']['Unavailable'];
    };
  };
  delete_request: {
    parameters: { path: { group_id: number } };
    responses: {
      200: { content: { 'application/json': components['schemas']['StopOut'] } };
      202: { content: { 'application/json': components['schemas']['StopOut'] } };
      400: components['responses']['Malformed'];
      401: components['responses']['NotSignedIn'];
      403: { content: { 'application/json': components['schemas']['RefusalOut'] } };
      404: { content: { 'application/json': components['schemas']['RefusalOut'] } };
      409: { content: { 'application/json': components['schemas']['RefusalOut'] } };
      422: components['responses']['DoesNotParse'];
      429: components['responses']['TooFast'];
      500: components['responses']['Fault'];
      503: components['responses']['Unavailable'];
    };
  };
  accept_fee: {
    parameters: { path: { group_id: number } };
    requestBody: { content: { 'application/json': components['schemas']['FeeIn'] } };
    responses: {
      200: { content: { 'application/json': components['schemas']['FiledOut'] } };
      400: components['responses']['Malformed'];
      401: components['responses']['NotSignedIn'];
      403: { content: { 'application/json': components['schemas']['RefusalOut'] } };
      404: { content: { 'application/json': components['schemas']['RefusalOut'] } };
      409: { content: { 'application/json': components['schemas']['RefusalOut'] } };
      413: components['responses']['TooBig'];
      422: components['responses']['DoesNotParse'];
      429: components['responses']['TooFast'];
      500: components['responses']['Fault'];
      503: components['responses']['Unavailable'];
    };
  };
  repeat_request: {
    parameters: { header?: { 'Idempotency-Key'?: string }; path: { group_id: number } };
    responses: {
      201: { content: { 'application/json': components['schemas']['FiledOut'] } };
      400: { content: { 'application/json': components['schemas']['RefusalOut'] } };
      401: components['responses']['NotSignedIn'];
      402: { content: { 'application/json': components['schemas']['RefusalOut'] } };
      403: { content: { 'application/json': components['schemas']['RefusalOut'] } };
      404: { content: { 'application/json': components['schemas']['RefusalOut'] } };
      409: { content: { 'application/json': components['schemas']['RefusalOut'] } };
      422: { content: { 'application/json': components['schemas']['RefusalOut'] } };
      429: components['responses']['TooFast'];
      500: components['responses']['Fault'];
      503: components['responses']['Unavailable'];
    };
  };
  get_request_odds: {
    parameters: { path: { group_id: number } };
    responses: {
      200: { content: { 'application/json': components['schemas']['OddsOut'] } };
      400: components['responses']['Malformed'];
      401: components['responses']['NotSignedIn'];
      403: { content: { 'application/json': components['schemas']['RefusalOut'] } };
      404: { content: { 'application/json': components['schemas']['RefusalOut'] } };
      422: components['responses']['DoesNotParse'];
      429: components['responses']['TooFast'];
      500: components['responses']['Fault'];
      503: components['responses']['Unavailable'];
    };
  };
  pause_request: {
    parameters: { path: { group_id: number } };
    responses: {
      200: { content: { 'application/json': components['schemas']['StopOut'] } };
      202: { content: { 'application/json': components['schemas']['StopOut'] } };
      400: components['responses']['Malformed'];
      401: components['responses']['NotSignedIn'];
      403: { content: { 'application/json': components['schemas']['RefusalOut'] } };
      404: { content: { 'application/json': components['schemas']['RefusalOut'] } };
      409: { content: { 'application/json': components['schemas']['RefusalOut'] } };
      422: components['responses']['DoesNotParse'];
      429: components['responses']['TooFast'];
      500: components['responses']['Fault'];
      503: components['responses']['Unavailable'];
    };
  };
  get_request_readiness: {
    parameters: { path: { group_id: number } };
    responses: {
      200: { content: { 'application/json': components['schemas']['ReadinessOut'] } };
      400: components['responses']['Malformed'];
      401: components['responses']['NotSignedIn'];
      403: { content: { 'application/json': components['schemas']['RefusalOut'] } };
      404: { content: { 'application/json': components['schemas']['RefusalOut'] } };
      422: components['responses']['DoesNotParse'];
      429: components['responses']['TooFast'];
      500: components['responses']['Fault'];
      503: components['responses']['Unavailable'];
    };
  };
  rehearse_request: {
    parameters: { path: { group_id: number } };
    responses: {
      202: { content: { 'application/json': components['schemas']['ReadinessOut'] } };
      400: components['responses']['Malformed'];
      401: components['responses']['NotSignedIn'];
      403: { content: { 'application/json': components['schemas']['RefusalOut'] } };
      404: { content: { 'application/json': components['schemas']['RefusalOut'] } };
      409: { content: { 'application/json': components['schemas']['RefusalOut'] } };
      422: components['responses']['DoesNotParse'];
      429: { content: { 'application/json': components['schemas']['RefusalOut'] } };
      500: components['responses']['Fault'];
      503: components['responses']['Unavailable'];
    };
  };
  get_calendar_file: {
    parameters: { path: { group_id: number; reservation_id: number } };
    responses: {
      200: { content: { 'text/calendar': string } };
      400: components['responses']['Malformed'];
      401: components['responses']['NotSignedIn'];
      403: { content: { 'application/json': components['schemas']['RefusalOut'] } };
      404: { content: { 'application/json': components['schemas']['RefusalOut'] } };
      422: components['responses']['DoesNotParse'];
      429: components['responses']['TooFast'];
      500: components['responses']['Fault'];
      503: components['responses']['Unavailable'];
    };
  };
  cancel_table: {
    parameters: { path: { group_id: number; reservation_id: number } };
    responses: {
      202: { content: { 'application/json': components['schemas']['StopOut'] } };
      400: components['responses']['Malformed'];
      401: components['responses']['NotSignedIn'];
      403: { content: { 'application/json': components['schemas']['RefusalOut'] } };
      404: { content: { 'application/json': components['schemas']['RefusalOut'] } };
      409: { content: { 'application/json': components['schemas']['RefusalOut'] } };
      422: components['responses']['DoesNotParse'];
      429: components['responses']['TooFast'];
      500: components['responses']['Fault'];
      503: { content: { 'application/json': components['schemas']['RefusalOut'] } };
    };
  };
  seek_better_table: {
    parameters: {
      header?: { 'Idempotency-Key'?: string };
      path: { group_id: number; reservation_id: number };
    };
    responses: {
      201: { content: { 'application/json': components['schemas']['FiledOut'] } };
      400: { content: { 'application/json': components['schemas']['RefusalOut'] } };
      401: components['responses']['NotSignedIn'];
      403: { content: { 'application/json': components['schemas']['RefusalOut'] } };
      404: { content: { 'application/json': components['schemas']['RefusalOut'] } };
      409: { content: { 'application/json': components['schemas']['RefusalOut'] } };
      422: { content: { 'application/json': components['schemas']['RefusalOut'] } };
      429: components['responses']['TooFast'];
      500: components['responses']['Fault'];
      503: components['responses']['Unavailable'];
    };
  };
  share_table: {
    parameters: { path: { group_id: number; reservation_id: number } };
    responses: {
      200: { content: { 'application/json': components['schemas']['SharedOut'] } };
      400: components['responses']['Malformed'];
      401: components['responses']['NotSignedIn'];
      403: { content: { 'application/json': components['schemas']['RefusalOut'] } };
      404: { content: { 'application/json': components['schemas']['RefusalOut'] } };
      422: components['responses']['DoesNotParse'];
      429: components['responses']['TooFast'];
      500: components['responses']['Fault'];
      503: components['responses']['Unavailable'];
    };
  };
  stop_sharing_table: {
    parameters: { path: { group_id: number; reservation_id: number } };
    responses: {
      200: { content: { 'application/json': components['schemas']['StopOut'] } };
      400: components['responses']['Malformed'];
      401: components['responses']['NotSignedIn'];
      403: { content: { 'application/json': components['schemas']['RefusalOut'] } };
      404: { content: { 'application/json': components['schemas']['RefusalOut'] } };
      422: components['responses']['DoesNotParse'];
      429: components['responses']['TooFast'];
      500: components['responses']['Fault'];
      503: components['responses']['Unavailable'];
    };
  };
  get_request_timeline: {
    parameters: { path: { group_id: number } };
    responses: {
      200: { content: { 'application/json': components['schemas']['TimelineOut'] } };
      400: components['responses']['Malformed'];
      401: components['responses']['NotSignedIn'];
      403: { content: { 'application/json': components['schemas']['RefusalOut'] } };
      404: { content: { 'application/json': components['schemas']['RefusalOut'] } };
      422: components['responses']['DoesNotParse'];
      429: components['responses']['TooFast'];
      500: components['responses']['Fault'];
      503: components['responses']['Unavailable'];
    };
  };
  unpause_request: {
    parameters: { path: { group_id: number } };
    responses: {
      200: { content: { 'application/json': components['schemas']['StopOut'] } };
      400: components['responses']['Malformed'];
      401: components['responses']['NotSignedIn'];
      402: { content: { 'application/json': components['schemas']['RefusalOut'] } };
      403: { content: { 'application/json': components['schemas']['RefusalOut'] } };
      404: { content: { 'application/json': components['schemas']['RefusalOut'] } };
      409: { content: { 'application/json': components['schemas']['RefusalOut'] } };
      422: components['responses']['DoesNotParse'];
      429: components['responses']['TooFast'];
      500: components['responses']['Fault'];
      503: components['responses']['Unavailable'];
    };
  };
  check_resy_auth: {
    responses: {
      200: { content: { 'application/json': components['schemas']['ResySignedInOut'] } };
      400: components['responses']['Malformed'];
      401: components['responses']['NotSignedIn'];
      403: { content: { 'application/json': components['schemas']['RefusalOut'] } };
      429: components['responses']['TooFast'];
      500: components['responses']['Fault'];
      503: components['responses']['Unavailable'];
    };
  };
  connect_resy: {
    requestBody: { content: { 'application/json': components['schemas']['PasswordIn'] } };
    responses: {
      200: { content: { 'application/json': components['schemas']['ResyConnectedOut'] } };
      400: { content: { 'application/json': components['schemas']['RefusalOut'] } };
      401: components['responses']['NotSignedIn'];
      403: { content: { 'application/json': components['schemas']['RefusalOut'] } };
      409: { content: { 'application/json': components['schemas']['RefusalOut'] } };
      413: components['responses']['TooBig'];
      422: components['responses']['DoesNotParse'];
      429: { content: { 'application/json': components['schemas']['RefusalOut'] } };
      500: components['responses']['Fault'];
      503: { content: { 'application/json': components['schemas']['RefusalOut'] } };
    };
  };
  disconnect_resy: {
    requestBody: { content: { 'application/json': components['schemas']['DisconnectIn'] } };
    responses: {
      200: { content: { 'application/json': components['schemas']['MessageOut'] } };
      400: components['responses']['Malformed'];
      401: components['responses']['NotSignedIn'];
      403: { content: { 'application/json': components['schemas']['RefusalOut'] } };
      404: { content: { 'application/json': components['schemas']['RefusalOut'] } };
      413: components['responses']['TooBig'];
      422: components['responses']['DoesNotParse'];
      429: components['responses']['TooFast'];
      500: components['responses']['Fault'];
      503: components['responses']['Unavailable'];
    };
  };
  get_access_end_date: {
    responses: {
      200: { content: { 'application/json': components['schemas']['MessageOut'] } };
      400: components['responses']['Malformed'];
      401: components['responses']['NotSignedIn'];
      403: { content: { 'application/json': components['schemas']['RefusalOut'] } };
      409: { content: { 'application/json': components['schemas']['RefusalOut'] } };
      429: components['responses']['TooFast'];
      500: components['responses']['Fault'];
      503: components['responses']['Unavailable'];
    };
  };
  cancel_subscription: {
    responses: {
      200: { content: { 'application/json': components['schemas']['MessageOut'] } };
      400: components['responses']['Malformed'];
      401: components['responses']['NotSignedIn'];
      403: { content: { 'application/json': components['schemas']['RefusalOut'] } };
      409: { content: { 'application/json': components['schemas']['RefusalOut'] } };
      429: { content: { 'application/json': components['schemas']['RefusalOut'] } };
      500: components['responses']['Fault'];
      503: { content: { 'application/json': components['schemas']['RefusalOut'] } };
    };
  };
  change_subscription: {
    requestBody: { content: { 'application/json': components['schemas']['ChangeIn'] } };
    responses: {
      200: { content: { 'application/json': components['schemas']['MessageOut'] } };
      400: components['responses']['Malformed'];
      401: components['responses']['NotSignedIn'];
      402: { content: { 'application/json': components['schemas']['RefusalOut'] } };
      403: { content: { 'application/json': components['schemas']['RefusalOut'] } };
      409: { content: { 'application/json': components['schemas']['RefusalOut'] } };
      413: components['responses']['TooBig'];
      422: components['responses']['DoesNotParse'];
      429: { content: { 'application/json': components['schemas']['RefusalOut'] } };
      500: components['responses']['Fault'];
      503: { content: { 'application/json': components['schemas']['RefusalOut'] } };
    };
  };
  create_checkout_session: {
    requestBody: { content: { 'application/json': components['schemas']['CheckoutIn'] } };
    responses: {
      200: { content: { 'application/json': components['schemas']['CheckoutOut'] } };
      400: components['responses']['Malformed'];
      401: components['responses']['NotSignedIn'];
      402: { content: { 'application/json': components['schemas']['RefusalOut'] } };
      403: { content: { 'application/json': components['schemas']['RefusalOut'] } };
      409: { content: { 'application/json': components['schemas']['RefusalOut'] } };
      413: components['responses']['TooBig'];
      422: components['responses']['DoesNotParse'];
      429: { content: { 'application/json': components['schemas']['RefusalOut'] } };
      500: components['responses']['Fault'];
      503: { content: { 'application/json': components['schemas']['RefusalOut'] } };
    };
  };
  manage_subscription: {
    responses: {
      200: { content: { 'application/json': components['schemas']['ManageOut'] } };
      400: components['responses']['Malformed'];
      401: components['responses']['NotSignedIn'];
      403: { content: { 'application/json': components['schemas']['RefusalOut'] } };
      409: { content: { 'application/json': components['schemas']['RefusalOut'] } };
      429: { content: { 'application/json': components['schemas']['RefusalOut'] } };
      500: components['responses']['Fault'];
      503: { content: { 'application/json': components['schemas']['RefusalOut'] } };
    };
  };
  get_subscription_details: {
    responses: {
      200: { content: { 'application/json': components['schemas']['DetailsOut'] } };
      400: components['responses']['Malformed'];
      401: components['responses']['NotSignedIn'];
      403: { content: { 'application/json': components['schemas']['RefusalOut'] } };
      429: components['responses']['TooFast'];
      500: components['responses']['Fault'];
      503: components['responses']['Unavailable'];
    };
  };
  receive_stripe_event: {
    responses: {
      200: { content: { 'application/json': components['schemas']['MessageOut'] } };
      400: { content: { 'application/json': components['schemas']['RefusalOut'] } };
      429: components['responses']['TooFast'];
      500: components['responses']['Fault'];
      503: components['responses']['Unavailable'];
    };
  };
  get_swap_offer: {
    parameters: { path: { offer_id: number } };
    responses: {
      200: { content: { 'application/json': components['schemas']['SwapOut'] } };
      400: components['responses']['Malformed'];
      401: components['responses']['NotSignedIn'];
      403: { content: { 'application/json': components['schemas']['RefusalOut'] } };
      404: { content: { 'application/json': components['schemas']['RefusalOut'] } };
      422: components['responses']['DoesNotParse'];
      429: components['responses']['TooFast'];
      500: components['responses']['Fault'];
      503: components['responses']['Unavailable'];
    };
  };
  accept_swap: {
    parameters: { path: { offer_id: number } };
    requestBody: { content: { 'application/json': components['schemas']['AcceptIn'] } };
    responses: {
      202: { content: { 'application/json': components['schemas']['SwapAnswerOut'] } };
      400: components['responses']['Malformed'];
      401: components['responses']['NotSignedIn'];
      403: { content: { 'application/json': components['schemas']['RefusalOut'] } };
      404: { content: { 'application/json': components['schemas']['RefusalOut'] } };
      409: { content: { 'application/json': components['schemas']['RefusalOut'] } };
      413: components['responses']['TooBig'];
      422: components['responses']['DoesNotParse'];
      429: components['responses']['TooFast'];
      500: components['responses']['Fault'];
      503: components['responses']['Unavailable'];
    };
  };
  keep_table: {
    parameters: { path: { offer_id: number } };
    responses: {
      200: { content: { 'application/json': components['schemas']['SwapAnswerOut'] } };
      400: components['responses']['Malformed'];
      401: components['responses']['NotSignedIn'];
      403: { content: { 'application/json': components['schemas']['RefusalOut'] } };
      404: { content: { 'application/json': components['schemas']['RefusalOut'] } };
      422: components['responses']['DoesNotParse'];
      429: components['responses']['TooFast'];
      500: components['responses']['Fault'];
      503: components['responses']['Unavailable'];
    };
  };
  change_password: {
    requestBody: { content: { 'application/json': components['schemas']['ChangePasswordIn'] } };
    responses: {
      200: { content: { 'application/json': components['schemas']['MessageOut'] } };
      400: { content: { 'application/json': components['schemas']['RefusalOut'] } };
      401: components['responses']['NotSignedIn'];
      403: { content: { 'application/json': components['schemas']['RefusalOut'] } };
      413: components['responses']['TooBig'];
      422: components['responses']['DoesNotParse'];
      429: { content: { 'application/json': components['schemas']['RefusalOut'] } };
      500: components['responses']['Fault'];
      503: components['responses']['Unavailable'];
    };
  };
  confirm_email: {
    requestBody: { content: { 'application/json': components['schemas']['LinkIn'] } };
    responses: {
      200: { content: { 'application/json': components['schemas']['MessageOut'] } };
      400: { content: { 'application/json': components['schemas']['RefusalOut'] } };
      403: { content: { 'application/json': components['schemas']['RefusalOut'] } };
      409: { content: { 'application/json': components['schemas']['RefusalOut'] } };
      413: components['responses']['TooBig'];
      422: components['responses']['DoesNotParse'];
      429: components['responses']['TooFast'];
      500: components['responses']['Fault'];
      503: components['responses']['Unavailable'];
    };
  };
  resend_confirmation: {
    responses: {
      200: { content: { 'application/json': components['schemas']['MessageOut'] } };
      400: components['responses']['Malformed'];
      401: components['responses']['NotSignedIn'];
      403: { content: { 'application/json': components['schemas']['RefusalOut'] } };
      409: { content: { 'application/json': components['schemas']['RefusalOut'] } };
      429: { content: { 'application/json': components['schemas']['RefusalOut'] } };
      500: components['responses']['Fault'];
      503: components['responses']['Unavailable'];
    };
  };
  revert_email: {
    requestBody: { content: { 'application/json': components['schemas']['LinkIn'] } };
    responses: {
      200: { content: { 'application/json': components['schemas']['MessageOut'] } };
      400: { content: { 'application/json': components['schemas']['RefusalOut'] } };
      403: { content: { 'application/json': components['schemas']['RefusalOut'] } };
      409: { content: { 'application/json': components['schemas']['RefusalOut'] } };
      413: components['responses']['TooBig'];
      422: components['responses']['DoesNotParse'];
      429: components['responses']['TooFast'];
      500: components['responses']['Fault'];
      503: components['responses']['Unavailable'];
    };
  };
  log_in: {
    requestBody: { content: { 'application/json': components['schemas']['LoginIn'] } };
    responses: {
      200: { content: { 'application/json': components['schemas']['SignedInOut'] } };
      400: { content: { 'application/json': components['schemas']['RefusalOut'] } };
      401: { content: { 'application/json': components['schemas']['RefusalOut'] } };
      413: components['responses']['TooBig'];
      422: components['responses']['DoesNotParse'];
      429: { content: { 'application/json': components['schemas']['RefusalOut'] } };
      500: components['responses']['Fault'];
      503: components['responses']['Unavailable'];
    };
  };
  log_out: {
    requestBody?: { content: { 'application/json': components['schemas']['LogoutIn'] | null } };
    responses: {
      200: { content: { 'application/json': components['schemas']['MessageOut'] } };
      400: components['responses']['Malformed'];
      413: components['responses']['TooBig'];
      422: components['responses']['DoesNotParse'];
      429: components['responses']['TooFast'];
      500: components['responses']['Fault'];
      503: components['responses']['Unavailable'];
    };
  };
  get_profile: {
    responses: {
      200: { content: { 'application/json': components['schemas']['UserOut'] } };
      400: components['responses']['Malformed'];
      401: components['responses']['NotSignedIn'];
      403: { content: { 'application/json': components['schemas']['RefusalOut'] } };
      429: components['responses']['TooFast'];
      500: components['responses']['Fault'];
      503: components['responses']['Unavailable'];
    };
  };
  close_account: {
    requestBody: { content: { 'application/json': components['schemas']['CloseIn'] } };
    responses: {
      200: { content: { 'application/json': components['schemas']['MessageOut'] } };
      400: { content: { 'application/json': components['schemas']['RefusalOut'] } };
      401: components['responses']['NotSignedIn'];
      403: { content: { 'application/json': components['schemas']['RefusalOut'] } };
      409: { content: { 'application/json': components['schemas']['RefusalOut'] } };
      413: components['responses']['TooBig'];
      422: components['responses']['DoesNotParse'];
      429: { content: { 'application/json': components['schemas']['RefusalOut'] } };
      500: components['responses']['Fault'];
      503: components['responses']['Unavailable'];
    };
  };
  update_profile: {
    requestBody: { content: { 'application/json': components['schemas']['ProfileIn'] } };
    responses: {
      200: { content: { 'application/json': components['schemas']['UserOut'] } };
      400: { content: { 'application/json': components['schemas']['RefusalOut'] } };
      401: components['responses']['NotSignedIn'];
      403: { content: { 'application/json': components['schemas']['RefusalOut'] } };
      409: { content: { 'application/json': components['schemas']['RefusalOut'] } };
      413: components['responses']['TooBig'];
      422: components['responses']['DoesNotParse'];
      429: { content: { 'application/json': components['schemas']['RefusalOut'] } };
      500: components['responses']['Fault'];
      503: components['responses']['Unavailable'];
    };
  };
  get_notification_channels: {
    responses: {
      200: { content: { 'application/json': components['schemas']['NotificationsOut'] } };
      400: components['responses']['Malformed'];
      401: components['responses']['NotSignedIn'];
      403: { content: { 'application/json': components['schemas']['RefusalOut'] } };
      429: components['responses']['TooFast'];
      500: components['responses']['Fault'];
      503: components['responses']['Unavailable'];
    };
  };
  update_notification_channels: {
    requestBody: { content: { 'application/json': components['schemas']['NotificationsIn'] } };
    responses: {
      200: { content: { 'application/json': components['schemas']['NotificationsOut'] } };
      400: components['responses']['Malformed'];
      401: components['responses']['NotSignedIn'];
      403: { content: { 'application/json': components['schemas']['RefusalOut'] } };
      413: components['responses']['TooBig'];
      422: components['responses']['DoesNotParse'];
      429: components['responses']['TooFast'];
      500: components['responses']['Fault'];
      503: components['responses']['Unavailable'];
    };
  };
  confirm_phone: {
    requestBody: { content: { 'application/json': components['schemas']['ConfirmPhoneIn'] } };
    responses: {
      200: { content: { 'application/json': components['schemas']['MessageOut'] } };
      400: { content: { 'application/json': components['schemas']['RefusalOut'] } };
      401: components['responses']['NotSignedIn'];
      403: { content: { 'application/json': components['schemas']['RefusalOut'] } };
      409: { content: { 'application/json': components['schemas']['RefusalOut'] } };
      413: components['responses']['TooBig'];
      422: components['responses']['DoesNotParse'];
      429: components['responses']['TooFast'];
      500: components['responses']['Fault'];
      503: components['responses']['Unavailable'];
    };
  };
  send_phone_code: {
    responses: {
      200: { content: { 'application/json': components['schemas']['MessageOut'] } };
      400: { content: { 'application/json': components['schemas']['RefusalOut'] } };
      401: components['responses']['NotSignedIn'];
      403: { content: { 'application/json': components['schemas']['RefusalOut'] } };
      409: { content: { 'application/json': components['schemas']['RefusalOut'] } };
      429: { content: { 'application/json': components['schemas']['RefusalOut'] } };
      500: components['responses']['Fault'];
      503: { content: { 'application/json': components['schemas']['RefusalOut'] } };
    };
  };
  register_user: {
    requestBody: { content: { 'application/json': components['schemas']['RegisterIn'] } };
    responses: {
      201: { content: { 'application/json': components['schemas']['SignedInOut'] } };
      400: { content: { 'application/json': components['schemas']['RefusalOut'] } };
      409: { content: { 'application/json': components['schemas']['RefusalOut'] } };
      413: components['responses']['TooBig'];
      422: components['responses']['DoesNotParse'];
      429: { content: { 'application/json': components['schemas']['RefusalOut'] } };
      500: components['responses']['Fault'];
      503: components['responses']['Unavailable'];
    };
  };
  request_password_reset: {
    requestBody: { content: { 'application/json': components['schemas']['ResetRequestIn'] } };
    responses: {
      200: { content: { 'application/json': components['schemas']['MessageOut'] } };
      400: { content: { 'application/json': components['schemas']['RefusalOut'] } };
      413: components['responses']['TooBig'];
      422: components['responses']['DoesNotParse'];
      429: { content: { 'application/json': components['schemas']['RefusalOut'] } };
      500: components['responses']['Fault'];
      503: components['responses']['Unavailable'];
    };
  };
  list_sessions: {
    responses: {
      200: { content: { 'application/json': components['schemas']['SessionOut'][] } };
      400: components['responses']['Malformed'];
      401: components['responses']['NotSignedIn'];
      403: { content: { 'application/json': components['schemas']['RefusalOut'] } };
      429: components['responses']['TooFast'];
      500: components['responses']['Fault'];
      503: components['responses']['Unavailable'];
    };
  };
  revoke_other_sessions: {
    responses: {
      200: { content: { 'application/json': components['schemas']['MessageOut'] } };
      400: components['responses']['Malformed'];
      401: components['responses']['NotSignedIn'];
      403: { content: { 'application/json': components['schemas']['RefusalOut'] } };
      429: components['responses']['TooFast'];
      500: components['responses']['Fault'];
      503: components['responses']['Unavailable'];
    };
  };
  revoke_session: {
    parameters: { path: { session_id: string } };
    responses: {
      200: { content: { 'application/json': components['schemas']['MessageOut'] } };
      400: components['responses']['Malformed'];
      401: components['responses']['NotSignedIn'];
      403: { content: { 'application/json': components['schemas']['RefusalOut'] } };
      404: { content: { 'application/json': components['schemas']['RefusalOut'] } };
      422: components['responses']['DoesNotParse'];
      429: components['responses']['TooFast'];
      500: components['responses']['Fault'];
      503: components['responses']['Unavailable'];
    };
  };
  refresh_tokens: {
    requestBody: { content: { 'application/json': components['schemas']['RefreshIn'] } };
    responses: {
      200: { content: { 'application/json': components['schemas']['TokenPair'] } };
      400: components['responses']['Malformed'];
      401: { content: { 'application/json': components['schemas']['RefusalOut'] } };
      413: components['responses']['TooBig'];
      422: components['responses']['DoesNotParse'];
      429: { content: { 'application/json': components['schemas']['RefusalOut'] } };
      500: components['responses']['Fault'];
      503: components['responses']['Unavailable'];
    };
  };
  reset_password: {
    parameters: { query: { token: string; uid: string } };
    requestBody: { content: { 'application/json': components['schemas']['ResetIn'] } };
    responses: {
      200: { content: { 'application/json': components['schemas']['MessageOut'] } };
      400: { content: { 'application/json': components['schemas']['RefusalOut'] } };
      413: components['responses']['TooBig'];
      422: components['responses']['DoesNotParse'];
      429: { content: { 'application/json': components['schemas']['RefusalOut'] } };
      500: components['responses']['Fault'];
      503: components['responses']['Unavailable'];
    };
  };
  list_venues: {
    parameters: {
      query?: { page?: number; page_size?: number };
      header?: { 'If-None-Match'?: string };
    };
    responses: {
      200: { content: { 'application/json': components['schemas']['VenuePageOut'] } };
      304: {};
      400: components['responses']['Malformed'];
      401: components['responses']['NotSignedIn'];
      403: { content: { 'application/json': components['schemas']['RefusalOut'] } };
      422: components['responses']['DoesNotParse'];
      429: components['responses']['TooFast'];
      500: components['responses']['Fault'];
      503: components['responses']['Unavailable'];
    };
  };
  list_featured_venues: {
    parameters: { header?: { 'If-None-Match'?: string } };
    responses: {
      200: { content: { 'application/json': components['schemas']['VenueOut'][] } };
      304: {};
      400: components['responses']['Malformed'];
      401: components['responses']['NotSignedIn'];
      403: { content: { 'application/json': components['schemas']['RefusalOut'] } };
      422: components['responses']['DoesNotParse'];
      429: components['responses']['TooFast'];
      500: components['responses']['Fault'];
      503: components['responses']['Unavailable'];
    };
  };
  add_linked_venue: {
    requestBody: { content: { 'application/json': components['schemas']['VenueLinkIn'] } };
    responses: {
      200: { content: { 'application/json': components['schemas']['VenueDetailOut'] } };
      201: { content: { 'application/json': components['schemas']['VenueDetailOut'] } };
      400: { content: { 'application/json': components['schemas']['RefusalOut'] } };
      401: components['responses']['NotSignedIn'];
      403: { content: { 'application/json': components['schemas']['RefusalOut'] } };
      404: { content: { 'application/json': components['schemas']['RefusalOut'] } };
      409: { content: { 'application/json': components['schemas']['RefusalOut'] } };
      413: components['responses']['TooBig'];
      422: components['responses']['DoesNotParse'];
      429: { content: { 'application/json': components['schemas']['RefusalOut'] } };
      500: components['responses']['Fault'];
      503: { content: { 'application/json': components['schemas']['RefusalOut'] } };
    };
  };
  list_locations: {
    parameters: { header?: { 'If-None-Match'?: string } };
    responses: {
      200: { content: { 'application/json': components['schemas']['LocationsOut'] } };
      304: {};
      400: components['responses']['Malformed'];
      401: components['responses']['NotSignedIn'];
      403: { content: { 'application/json': components['schemas']['RefusalOut'] } };
      422: components['responses']['DoesNotParse'];
      429: components['responses']['TooFast'];
      500: components['responses']['Fault'];
      503: components['responses']['Unavailable'];
    };
  };
  list_premium_venues: {
    parameters: { header?: { 'If-None-Match'?: string } };
    responses: {
      200: { content: { 'application/json': components['schemas']['VenueOut'][] } };
      304: {};
      400: components['responses']['Malformed'];
      401: components['responses']['NotSignedIn'];
      403: { content: { 'application/json': components['schemas']['RefusalOut'] } };
      422: components['responses']['DoesNotParse'];
      429: components['responses']['TooFast'];
      500: components['responses']['Fault'];
      503: components['responses']['Unavailable'];
    };
  };
  list_resy_ids: {
    parameters: { header?: { 'If-None-Match'?: string } };
    responses: {
      200: { content: { 'application/json': number[] } };
      304: {};
      400: components['responses']['Malformed'];
      401: components['responses']['NotSignedIn'];
      403: { content: { 'application/json': components['schemas']['RefusalOut'] } };
      422: components['responses']['DoesNotParse'];
      429: components['responses']['TooFast'];
      500: components['responses']['Fault'];
      503: components['responses']['Unavailable'];
    };
  };
  search_venues: {
    parameters: {
      query?: {
        page?: number;
        page_size?: number;
        venue_name?: string;
        exact_location?: string;
        price?: string;
        featured?: boolean;
        location?: string;
        'location-d'?: string;
      };
      header?: { 'If-None-Match'?: string };
    };
    responses: {
      200: {
        content: {
          'application/json':
            components['schemas']['VenuePageOut'] | components['schemas']['SuggestionsOut'];
        };
      };
      304: {};
      400: components['responses']['Malformed'];
      401: components['responses']['NotSignedIn'];
      403: { content: { 'application/json': components['schemas']['RefusalOut'] } };
      422: components['responses']['DoesNotParse'];
      429: components['responses']['TooFast'];
      500: components['responses']['Fault'];
      503: components['responses']['Unavailable'];
    };
  };
  get_venue: {
    parameters: { header?: { 'If-None-Match'?: string }; path: { venue_id: number } };
    responses: {
      200: { content: { 'application/json': components['schemas']['VenueDetailOut'] } };
      304: {};
      400: components['responses']['Malformed'];
      401: components['responses']['NotSignedIn'];
      403: { content: { 'application/json': components['schemas']['RefusalOut'] } };
      404: { content: { 'application/json': components['schemas']['RefusalOut'] } };
      422: components['responses']['DoesNotParse'];
      429: components['responses']['TooFast'];
      500: components['responses']['Fault'];
      503: components['responses']['Unavailable'];
    };
  };
  list_webhooks: {
    responses: {
      200: { content: { 'application/json': components['schemas']['WebhookOut'][] } };
      400: components['responses']['Malformed'];
      401: components['responses']['NotSignedIn'];
      403: { content: { 'application/json': components['schemas']['RefusalOut'] } };
      429: components['responses']['TooFast'];
      500: components['responses']['Fault'];
      503: components['responses']['Unavailable'];
    };
  };
  create_webhook: {
    requestBody: { content: { 'application/json': components['schemas']['WebhookIn'] } };
    responses: {
      201: { content: { 'application/json': components['schemas']['NewWebhookOut'] } };
      400: { content: { 'application/json': components['schemas']['RefusalOut'] } };
      401: components['responses']['NotSignedIn'];
      403: { content: { 'application/json': components['schemas']['RefusalOut'] } };
      409: { content: { 'application/json': components['schemas']['RefusalOut'] } };
      413: components['responses']['TooBig'];
      422: components['responses']['DoesNotParse'];
      429: components['responses']['TooFast'];
      500: components['responses']['Fault'];
      503: components['responses']['Unavailable'];
    };
  };
  redeliver_webhook: {
    parameters: { path: { delivery_id: number } };
    responses: {
      200: { content: { 'application/json': components['schemas']['WebhookDeliveryOut'] } };
      400: components['responses']['Malformed'];
      401: components['responses']['NotSignedIn'];
      403: { content: { 'application/json': components['schemas']['RefusalOut'] } };
      404: { content: { 'application/json': components['schemas']['RefusalOut'] } };
      409: { content: { 'application/json': components['schemas']['RefusalOut'] } };
      422: components['responses']['DoesNotParse'];
      429: { content: { 'application/json': components['schemas']['RefusalOut'] } };
      500: components['responses']['Fault'];
      503: components['responses']['Unavailable'];
    };
  };
  remove_webhook: {
    parameters: { path: { webhook_id: number } };
    responses: {
      200: { content: { 'application/json': components['schemas']['MessageOut'] } };
      400: components['responses']['Malformed'];
      401: components['responses']['NotSignedIn'];
      403: { content: { 'application/json': components['schemas']['RefusalOut'] } };
      404: { content: { 'application/json': components['schemas']['RefusalOut'] } };
      422: components['responses']['DoesNotParse'];
      429: components['responses']['TooFast'];
      500: components['responses']['Fault'];
      503: components['responses']['Unavailable'];
    };
  };
  change_webhook: {
    parameters: { path: { webhook_id: number } };
    requestBody: { content: { 'application/json': components['schemas']['WebhookChangesIn'] } };
    responses: {
      200: { content: { 'application/json': components['schemas']['WebhookOut'] } };
      400: { content: { 'application/json': components['schemas']['RefusalOut'] } };
      401: components['responses']['NotSignedIn'];
      403: { content: { 'application/json': components['schemas']['RefusalOut'] } };
      404: { content: { 'application/json': components['schemas']['RefusalOut'] } };
      413: components['responses']['TooBig'];
      422: components['responses']['DoesNotParse'];
      429: components['responses']['TooFast'];
      500: components['responses']['Fault'];
      503: components['responses']['Unavailable'];
    };
  };
  list_webhook_deliveries: {
    parameters: {
      query?: { before?: number | null; limit?: number };
      path: { webhook_id: number };
    };
    responses: {
      200: { content: { 'application/json': components['schemas']['WebhookDeliveriesOut'] } };
      400: components['responses']['Malformed'];
      401: components['responses']['NotSignedIn'];
      403: { content: { 'application/json': components['schemas']['RefusalOut'] } };
      404: { content: { 'application/json': components['schemas']['RefusalOut'] } };
      422: components['responses']['DoesNotParse'];
      429: components['responses']['TooFast'];
      500: components['responses']['Fault'];
      503: components['responses']['Unavailable'];
    };
  };
  rotate_webhook_secret: {
    parameters: { path: { webhook_id: number } };
    responses: {
      200: { content: { 'application/json': components['schemas']['NewWebhookOut'] } };
      400: components['responses']['Malformed'];
      401: components['responses']['NotSignedIn'];
      403: { content: { 'application/json': components['schemas']['RefusalOut'] } };
      404: { content: { 'application/json': components['schemas']['RefusalOut'] } };
      422: components['responses']['DoesNotParse'];
      429: components['responses']['TooFast'];
      500: components['responses']['Fault'];
      503: components['responses']['Unavailable'];
    };
  };
  test_webhook: {
    parameters: { path: { webhook_id: number } };
    responses: {
      200: { content: { 'application/json': components['schemas']['WebhookDeliveryOut'] } };
      400: components['responses']['Malformed'];
      401: components['responses']['NotSignedIn'];
      403: { content: { 'application/json': components['schemas']['RefusalOut'] } };
      404: { content: { 'application/json': components['schemas']['RefusalOut'] } };
      422: components['responses']['DoesNotParse'];
      429: { content: { 'application/json': components['schemas']['RefusalOut'] } };
      500: components['responses']['Fault'];
      503: components['responses']['Unavailable'];
    };
  };
  list_weekly_rules: {
    responses: {
      200: { content: { 'application/json': components['schemas']['WeeklyRulesOut'] } };
      400: components['responses']['Malformed'];
      401: components['responses']['NotSignedIn'];
      403: { content: { 'application/json': components['schemas']['RefusalOut'] } };
      429: components['responses']['TooFast'];
      500: components['responses']['Fault'];
      503: components['responses']['Unavailable'];
    };
  };
  end_weekly_rule: {
    parameters: { path: { rule_id: number } };
    responses: {
      200: { content: { 'application/json': components['schemas']['WeeklyRulesOut'] } };
      400: components['responses']['Malformed'];
      401: components['responses']['NotSignedIn'];
      403: { content: { 'application/json': components['schemas']['RefusalOut'] } };
      404: { content: { 'application/json': components['schemas']['RefusalOut'] } };
      422: components['responses']['DoesNotParse'];
      429: components['responses']['TooFast'];
      500: components['responses']['Fault'];
      503: components['responses']['Unavailable'];
    };
  };
  pause_weekly_rule: {
    parameters: { path: { rule_id: number } };
    responses: {
      200: { content: { 'application/json': components['schemas']['WeeklyRulesOut'] } };
      400: components['responses']['Malformed'];
      401: components['responses']['NotSignedIn'];
      403: { content: { 'application/json': components['schemas']['RefusalOut'] } };
      404: { content: { 'application/json': components['schemas']['RefusalOut'] } };
      409: { content: { 'application/json': components['schemas']['RefusalOut'] } };
      422: components['responses']['DoesNotParse'];
      429: components['responses']['TooFast'];
      500: components['responses']['Fault'];
      503: components['responses']['Unavailable'];
    };
  };
  unpause_weekly_rule: {
    parameters: { path: { rule_id: number } };
    responses: {
      200: { content: { 'application/json': components['schemas']['WeeklyRulesOut'] } };
      400: components['responses']['Malformed'];
      401: components['responses']['NotSignedIn'];
      403: { content: { 'application/json': components['schemas']['RefusalOut'] } };
      404: { content: { 'application/json': components['schemas']['RefusalOut'] } };
      409: { content: { 'application/json': components['schemas']['RefusalOut'] } };
      422: components['responses']['DoesNotParse'];
      429: components['responses']['TooFast'];
      500: components['responses']['Fault'];
      503: components['responses']['Unavailable'];
    };
  };
}
