/** Sends the request and shows in their places what is missing and what the server refuses. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { api, unwrap } from '@/api/client';
import { ApiError, messageOf, type FieldErrors } from '@/api/errors';
import type { ClientDetails, ReservationBody } from '@/api/reservation-types';
import { toast } from '@/ui/toast';
import { messages } from '@/entities/request/messages';
import { reservationKeys } from '@/entities/request/cache/queries';
import { requestOnPage } from '@/entities/request/on-page';
import { dropEmptyLists } from '@/entities/request/cache/cached-groups';
import { focusSection } from '@/features/request-form/sections/focus-section';
import { obstaclesOf, refusedClients, type Obstacle, type RefusedClient } from './refusal-details';
import { firstError, knownErrors, type WizardErrors } from './wizard-schema';

type Options = {
  /** Return the errors of the form as it is. */
  check: () => WizardErrors;
  body: () => ReservationBody;
  /** Who gets the same request besides the client of the body. */
  moreClients?: readonly ClientDetails[];
  /** The group that is edited; null files a new one. */
  groupId: number | null;
  onFiled: () => void;
  /** Returns whether the refused fields are shown in another step. */
  onRefused: (errors: FieldErrors, clients: readonly RefusedClient[]) => boolean;
};

/** The list has loaded and shows the request by then, except on a slow network. */
const LIST_MS = 3000;
/** A refusal in its place, to which the page may have to scroll. */
const REFUSAL_SHOWN = { shownBy: ['.field-error'], shownWithinMs: 500 } as const;

export function useSubmit({ check, body, moreClients = [], groupId, onFiled, onRefused }: Options) {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const [errors, setErrors] = useState<WizardErrors>({});
  const [refusal, setRefusal] = useState<string | null>(null);
  const [obstacles, setObstacles] = useState<readonly Obstacle[]>([]);
  const [focusTarget, setFocusTarget] = useState<{ at: keyof WizardErrors | null }>({ at: null });
  // After the paint: a section may exist only because of its error.
  useEffect(() => {
    if (focusTarget.at !== null) focusSection(focusTarget.at);
  }, [focusTarget]);

  const show = (found: WizardErrors) => {
    setErrors(found);
    setFocusTarget({ at: firstError(found) });
  };
  // The second click of a double click may come before the button is disabled.
  const isSending = useRef(false);
  const file = useMutation({
    mutationFn: () => send(body(), moreClients, groupId),
    networkMode: 'always',
    onSuccess: async ({ group, message }) => {
      await queryClient.invalidateQueries({ queryKey: reservationKeys.all, refetchType: 'none' });
      dropEmptyLists(queryClient);
      await navigate({ to: '/reservations' });
      onFiled();
      const shownBy = [requestOnPage(group.group_id)];
      toast({
        title: message,
        tone: 'watching',
        icon: 'watching',
        shownBy,
        shownWithinMs: LIST_MS,
      });
    },
    onError: (error) => {
      const fieldErrors = error instanceof ApiError ? error.errors : {};
      setObstacles(obstaclesOf(error));
      if (onRefused(fieldErrors, refusedClients(error))) {
        toast({ title: messageOf(error), tone: 'unsuccessful', ...REFUSAL_SHOWN });
        return;
      }
      const found = knownErrors(fieldErrors);
      if (firstError(found) === null) setRefusal(messageOf(error));
      show(found);
      toast({ title: messageOf(error), tone: 'unsuccessful', ...REFUSAL_SHOWN });
    },
    onSettled: () => {
      isSending.current = false;
    },
  });

  return {
    errors,
    refusal,
    /** The restaurants that the server says cannot be booked. */
    obstacles,
    isPending: file.isPending,
    /** Clear the errors of fields that the user has changed. */
    clearErrors: (...fields: readonly (keyof WizardErrors)[]) => {
      setRefusal(null);
      setObstacles([]);
      setErrors((shown) => omit(shown, fields));
    },
    /** Focus a section after the next paint. */
    focus: (at: keyof WizardErrors) => {
      setFocusTarget({ at });
    },
    submit: () => {
      if (isSending.current) return;
      setRefusal(null);
      const found = check();
      if (firstError(found) !== null) {
        show(found);
        toast({ title: messages.incomplete, tone: 'unsuccessful' });
        return;
      }
      isSending.current = true;
      file.mutate();
    },
  };
}

function send(
  body: ReservationBody,
  moreClients: readonly ClientDetails[],
  groupId: number | null,
) {
  if (groupId === null) {
    const added = moreClients.length === 0 ? {} : { moreClients: [...moreClients] };
    return unwrap(api.POST('/api/reservations/', { body: { ...body, ...added } }));
  }
  const params = { path: { group_id: groupId } };
  return unwrap(api.PUT('/api/reservations/{group_id}/', { params, body }));
}

function omit(errors: WizardErrors, fields: readonly (keyof WizardErrors)[]): WizardErrors {
  return Object.fromEntries(
    Object.entries(errors).filter(([name]) => !fields.some((field) => field === name)),
  );
}
