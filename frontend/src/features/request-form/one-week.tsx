/** Above the form of a request that belongs to a weekly request: what a change covers, and where the rest is changed. */
import { Link } from '@tanstack/react-router';
import { CalendarSync } from 'lucide-react';
import { REQUEST_FORM } from './messages';

export function OneWeek() {
  return (
    <div className="notice form-note" data-tone="watching" role="note">
      <CalendarSync aria-hidden="true" />
      <b>{REQUEST_FORM.oneWeek}</b>
      <p>
        {REQUEST_FORM.oneWeekHelp}{' '}
        <Link to="/reservations" hash="weekly" className="link link-inline">
          {REQUEST_FORM.toWeekly}
        </Link>
      </p>
    </div>
  );
}
